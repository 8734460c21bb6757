import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { isJsonObject } from '../../foundation/is-json-object.js';
import { ownValue } from '../../foundation/own-value.js';

export interface Operation {
  readonly id: string;
  readonly method: (typeof METHODS)[number];
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  /** Markdown; may be empty. */
  readonly description: string;
  readonly parameters: readonly OperationParameter[];
  /** Forms of a body; empty without one. */
  readonly bodies: readonly OperationBody[];
  readonly answers: readonly {
    readonly status: string;
    readonly description: string;
    readonly mediaTypes: readonly string[];
  }[];
}

export interface OperationParameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly isRequired: boolean;
  readonly description: string;
  /** Its values, where there are few. */
  readonly choices: readonly string[];
}

export interface OperationBody {
  readonly mediaType: string;
  readonly fields: readonly { readonly name: string; readonly description: string; readonly isFile: boolean }[];
}

export interface ServiceDescription {
  /** As JSON, with `http://127.0.0.1:8000` as the only server. */
  readonly json: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly operations: readonly Operation[];
  readonly schemas: readonly { readonly name: string; readonly json: string }[];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

type JsonObject = Readonly<Record<string, unknown>>;

let read: Promise<ServiceDescription> | undefined;

/** Reads openapi.yaml, once. */
export function readOpenapi(): Promise<ServiceDescription> {
  read ??= readFile(new URL('../../../openapi.yaml', import.meta.url), 'utf8').then((text) => describe(parse(text)));
  return read;
}

function describe(document: unknown): ServiceDescription {
  const root = objectIn(document);
  const operations = Object.entries(objectIn(root['paths'])).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = objectIn(item)[method];
      return isJsonObject(operation) ? [operationOf(path, method, operation, root)] : [];
    }),
  );
  return {
    json: JSON.stringify({
      ...root,
      servers: listIn(root['servers'])
        .slice(0, 1)
        .map(({ url }) => ({ url })),
    }),
    tags: listIn(root['tags']).map((tag) => ({ name: textIn(tag['name']), description: textIn(tag['description']) })),
    operations,
    schemas: Object.entries(objectIn(objectIn(root['components'])['schemas'])).map(([name, schema]) => ({
      name,
      json: JSON.stringify(schema, undefined, 1),
    })),
  };
}

function operationOf(path: string, method: Operation['method'], operation: JsonObject, root: JsonObject): Operation {
  const [tag] = Array.isArray(operation['tags']) ? operation['tags'].map(textIn) : [];
  const content = objectIn(resolved(operation['requestBody'], root)['content']);
  return {
    id: textIn(operation['operationId']),
    method,
    path,
    tag: tag ?? '',
    summary: textIn(operation['summary']),
    description: textIn(operation['description']),
    parameters: listIn(operation['parameters']).map((parameter) => parameterOf(resolved(parameter, root))),
    bodies: Object.entries(content).map(([mediaType, body]) => ({
      mediaType,
      fields: fieldsOf(resolved(objectIn(body)['schema'], root)),
    })),
    answers: Object.entries(objectIn(operation['responses'])).map(([status, answer]) => {
      const found = resolved(answer, root);
      return { status, description: textIn(found['description']), mediaTypes: Object.keys(objectIn(found['content'])) };
    }),
  };
}

function parameterOf(parameter: JsonObject): OperationParameter {
  const { enum: choices } = objectIn(parameter['schema']);
  return {
    name: textIn(parameter['name']),
    in: parameter['in'] === 'path' || parameter['in'] === 'header' ? parameter['in'] : 'query',
    isRequired: parameter['required'] === true,
    description: textIn(parameter['description']),
    choices: Array.isArray(choices) ? choices.map(textIn) : [],
  };
}

function fieldsOf(schema: JsonObject): OperationBody['fields'] {
  return Object.entries(objectIn(schema['properties'])).map(([name, field]) => ({
    name,
    description: textIn(objectIn(field)['description']),
    isFile: objectIn(field)['contentMediaType'] !== undefined,
  }));
}

/** Target of a reference within the document, or the object itself. */
function resolved(value: unknown, root: JsonObject): JsonObject {
  const thing = objectIn(value);
  const reference = thing['$ref'];
  if (typeof reference !== 'string') return thing;
  return objectIn(
    reference
      .replace(/^#\//, '')
      .split('/')
      .reduce<unknown>((inside, key) => ownValue(objectIn(inside), key), root),
  );
}

function objectIn(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function listIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(objectIn) : [];
}

function textIn(value: unknown): string {
  return typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';
}
