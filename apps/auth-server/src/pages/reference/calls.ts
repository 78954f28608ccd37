import type { OpenAPIObject } from '@nestjs/swagger';

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['get']>;
type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Schema = Exclude<Schemas[string], { $ref: string }>;
type Given = Schemas[string] | undefined;

export interface Chapter {
  name: string;
  text: string;
  calls: readonly Call[];
}

export interface Call {
  /** `ApplicationsController_register` */
  id: string;
  /** `POST` */
  method: string;
  path: string;
  summary: string;
  /** More of it, if there is more to say. */
  text: string;
  /** Names of security schemes; none: anybody. */
  callers: readonly string[];
  /** Whether it works without what `callers` bring. */
  isOpen: boolean;
  /** Media types of the body. */
  takes: readonly string[];
  fields: readonly Field[];
  answers: readonly Answer[];
  /** Statuses: `400`. */
  errors: readonly string[];
  /** A body that works as it stands. */
  example: Readonly<Record<string, unknown>> | undefined;
}

export interface Field {
  /** `path`, `query`, `header` or `body`. */
  place: string;
  name: string;
  isNeeded: boolean;
  /** `string, 1 to 200 characters`; values in backticks. */
  type: string;
  note: string;
}

export interface Answer {
  status: string;
  text: string;
  /** The members of its JSON. */
  members: readonly string[];
  /** Its JSON, with types as values. */
  shape: string | undefined;
}

/** Deeper objects are shown as `{ … }`. */
const DEPTH = 4;

/** The calls of an OpenAPI document in the order of its tags, as pages show them. */
export function chaptersOf(document: Pick<OpenAPIObject, 'paths' | 'tags' | 'components'>): Chapter[] {
  const reader = new CallReader(document.components?.schemas ?? {});
  const calls = Object.entries(document.paths).flatMap(([path, item]) =>
    operationsOf(item).map(([method, operation]) => ({
      tags: operation.tags ?? [],
      call: reader.read(method, path, operation),
    })),
  );
  return (document.tags ?? []).map(({ name, description = '' }) => ({
    name,
    text: description,
    calls: calls.filter(({ tags }) => tags.includes(name)).map(({ call }) => call),
  }));
}

class CallReader {
  constructor(private readonly schemas: Schemas) {}

  read(method: string, path: string, operation: Operation): Call {
    const answers = Object.entries(operation.responses);
    const names = (operation.security ?? []).flatMap((scheme) => Object.keys(scheme));
    const [body] = Object.values(contentOf(operation.requestBody));
    return {
      id: operation.operationId ?? `${method} ${path}`,
      method: method.toUpperCase(),
      path,
      summary: withoutStop(operation.summary ?? ''),
      text: operation.description ?? '',
      // The cookie is the same session in a browser.
      callers: [...new Set(names.filter((name) => !(name === 'cookie' && names.includes('session'))))],
      isOpen: (operation.security ?? []).some((scheme) => Object.keys(scheme).length === 0),
      takes: Object.keys(contentOf(operation.requestBody)),
      fields: [...this.parametersOf(operation), ...this.membersOf(body?.schema)],
      answers: answers.filter(([status]) => Number(status) < 400).map(([status, one]) => this.answerOf(status, one)),
      errors: answers.filter(([status]) => Number(status) >= 400).map(([status]) => status),
      example: exampleIn(body),
    };
  }

  private parametersOf({ parameters = [] }: Operation): Field[] {
    return parameters.flatMap((each) =>
      '$ref' in each
        ? []
        : [this.fieldOf(each.in, each.name, each.schema, { isNeeded: each.required === true, note: each.description })],
    );
  }

  private membersOf(body: Given): Field[] {
    const { properties = {}, required = [] } = this.resolved(body);
    return Object.entries(properties).map(([name, schema]) => {
      const note = '$ref' in schema ? undefined : schema.description;
      return this.fieldOf('body', name, schema, { isNeeded: required.includes(name), note });
    });
  }

  private fieldOf(
    place: string,
    name: string,
    schema: Given,
    { isNeeded, note = '' }: { isNeeded: boolean; note: string | undefined },
  ): Field {
    const own = schema === undefined || '$ref' in schema ? {} : schema;
    const fallback = own.default === undefined ? '' : ` Default: \`${JSON.stringify(own.default)}\`.`;
    const type = this.typeOf(schema) + (own.nullable ? ', or null' : '');
    return { place, name, isNeeded, type, note: (note + fallback).trim() };
  }

  private answerOf(status: string, given: Operation['responses'][string]): Answer {
    const { description = '', content = {} } = given === undefined || '$ref' in given ? {} : given;
    const schema = Object.values(content)[0]?.schema;
    const members = Object.keys(this.resolved(schema).properties ?? {});
    const shape = members.length === 0 ? undefined : this.shapeOf(schema, '', DEPTH);
    return { status, text: withoutStop(description), members, shape };
  }

  /** A type with what may stand in its place: `string, 1 to 200 characters`. */
  private typeOf(given: Given): string {
    const schema = this.resolved(given);
    if (schema.enum !== undefined) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
    const name = schema.type === 'array' ? `list of ${this.typeOf(schema.items)}` : (schema.type ?? 'string');
    const { minLength, maxLength, minItems, maxItems, minimum, maximum } = schema;
    return name + range(minLength, maxLength, ' characters') + range(minItems, maxItems) + range(minimum, maximum);
  }

  private shapeOf(given: Given, indent: string, depth: number): string {
    const schema = this.resolved(given);
    const below = `${indent}  `;
    if (schema.type === 'array') return `[${this.shapeOf(schema.items, indent, depth)}]`;
    const members = Object.entries(schema.properties ?? {});
    if (members.length === 0) return this.typeOf(schema).replaceAll('`', '') + (schema.nullable ? ' | null' : '');
    if (depth === 0) return '{ … }';
    const lines = members.map(([name, one]) => `${below}"${name}": ${this.shapeOf(one, below, depth - 1)}`);
    return `{\n${lines.join(',\n')}\n${indent}}`;
  }

  private resolved(given: Given): Schema {
    if (given === undefined) return {};
    if ('$ref' in given) return this.resolved(this.schemas[given.$ref.split('/').at(-1)!]);
    const [inner] = given.allOf ?? [];
    return inner === undefined ? given : { ...this.resolved(inner), ...('nullable' in given && { nullable: true }) };
  }
}

/** In the order of the document. */
const operationsOf = (item: PathItem) =>
  Object.entries(item as Record<string, Operation>).filter(([, { responses }]) => responses !== undefined);

type Body = Extract<NonNullable<Operation['requestBody']>, { content: object }>;

const contentOf = (body: Operation['requestBody']): Body['content'] =>
  body === undefined || '$ref' in body ? {} : body.content;

function exampleIn(body: Body['content'][string] | undefined): Call['example'] {
  const [example] = Object.values(body?.examples ?? {});
  return example === undefined || '$ref' in example ? undefined : (example.value as Call['example']);
}

const withoutStop = (text: string) => text.replace(/\.$/, '');

function range(least: number | undefined, most: number | undefined, unit = ''): string {
  if (least === undefined && most === undefined) return '';
  if (most === undefined) return `, at least ${least}${unit}`;
  return least === undefined ? `, at most ${most}${unit}` : `, ${least} to ${most}${unit}`;
}
