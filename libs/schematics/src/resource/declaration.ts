import type { Tree } from '@angular-devkit/schematics';

import { Refusal } from '../source/refusal';

/** A scope as people meet it on the consent screen. */
export interface DeclaredScope {
  readonly name: string;
  readonly description: string;
}

/** `resource.json`: this service as an entry of the auth server's `RESOURCES_FILE`. What is not known yet is empty. */
export interface Declaration {
  readonly url: string;
  readonly name: string;
  readonly scopes: readonly DeclaredScope[];
}

/** Reads a declaration, whatever else a person wrote into it. Throws a Refusal where the file has another form. */
export function readDeclaration(tree: Tree, path: string): Declaration {
  const value = parsed(tree.readText(path), path);
  if (!isObject(value)) throw new Refusal(`${path} is not an object {"url", "name", "scopes"}.`);
  return declarationOf(value, path);
}

/** @param where the messages of a Refusal say it is. */
export function declarationOf(value: Readonly<Record<string, unknown>>, where: string): Declaration {
  const { scopes = [] } = value;
  if (!Array.isArray(scopes) || !scopes.every(isNamed))
    throw new Refusal(`${where} has scopes that are not a list of {"name", "description"}.`);
  return {
    url: textOf(value['url']),
    name: textOf(value['name']),
    scopes: scopes.map(({ name, description }) => ({ name, description: textOf(description) })),
  };
}

/** Reads JSON. Throws a Refusal. */
export function parsed(text: string, where: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, '')) as unknown;
  } catch (error) {
    throw new Refusal(`${where} is not JSON: ${(error as Error).message}.`);
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNamed = (value: unknown): value is Record<string, unknown> & { name: string } =>
  isObject(value) && typeof value['name'] === 'string';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
