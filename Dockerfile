# An image of what `npm pack` makes, which needs nothing but Node: `npm ci && npm pack && docker build --tag sameas .`; `.ci/container` builds and tries it.
FROM docker.io/library/node:20.20.2-bookworm-slim
ENV NODE_ENV=production \
    SAMEAS_HOST=0.0.0.0 \
    SAMEAS_PORT=8000
# The archive is unpacked into /opt/package.
ADD sameas-*.tgz /opt/
RUN ln -s /opt/package/dist/main.js /usr/local/bin/sameas && mkdir -p /var/lib/sameas && chown node:node /var/lib/sameas
USER node
WORKDIR /var/lib/sameas
EXPOSE 8000
# 200 as long as the process answers; whether a dataset is loaded is told by /ready.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SAMEAS_PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["sameas", "serve"]
