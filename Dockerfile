# Compiles in one stage; the image holds the program, the packages it runs on, and the embedded dataset.
FROM node:20-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY scripts ./scripts
COPY src ./src
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:20-slim
ENV NODE_ENV=production \
    SAMEAS_HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY data ./data
COPY docs ./docs
COPY openapi.yaml LICENSE ./
RUN ln -s /app/dist/main.js /usr/local/bin/sameas
USER node
EXPOSE 8000
CMD ["sameas", "serve"]
