import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { Refusal } from '../source/refusal';
import { type Declaration, declarationOf, isObject, parsed } from './declaration';
import { type Difference, ofScope } from './differences';

/** Milliseconds within which the auth server has to answer. */
const PATIENCE = 10_000;

/**
 * Compares a declaration with what the auth server has. @param against its RESOURCES_FILE, from the folder, or its URL.
 * Throws a Refusal where that cannot be read.
 */
export async function differencesFrom(
  against: string,
  folder: string,
  declaration: Declaration,
): Promise<Difference[]> {
  if (/^https?:\/\//.test(against)) return fromMetadata(declaration, against, await metadataOf(against));
  return fromFile(declaration, against, parsed(textOf(resolve(folder, against)), against));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Refusal(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

function fromFile({ url, scopes }: Declaration, file: string, entries: unknown): Difference[] {
  if (!Array.isArray(entries) || !entries.every(isObject)) throw new Refusal(`${file} is not a list of resources.`);
  const entry = entries
    .map((one, at) => declarationOf(one, `Entry ${at + 1} of ${file}`))
    .find((one) => one.url === url);
  if (entry === undefined) return [unknownResource(url, file)];
  const has = (list: Declaration['scopes'], name: string) => list.some((one) => one.name === name);
  return [
    ...missing(scopes, (name) => has(entry.scopes, name), file),
    ...entry.scopes
      .filter(({ name }) => !has(scopes, name))
      .map(({ name }) => ofScope('still-offered', name, `is in ${file}, but no longer declared`)),
  ];
}

/** Metadata lists the scopes of all resources: which of them are too many for this one cannot be seen there. */
function fromMetadata({ url, scopes }: Declaration, issuer: string, metadata: Record<string, unknown>): Difference[] {
  const { scopes_supported: offered, protected_resources: resources } = metadata;
  if (!Array.isArray(offered)) throw new Refusal(`The metadata of ${issuer} has no scopes_supported (RFC 8414 §2).`);
  return [
    // RFC 9728 §4
    ...(Array.isArray(resources) && !resources.includes(url) ? [unknownResource(url, issuer)] : []),
    ...missing(scopes, (name) => offered.includes(name), issuer),
  ];
}

/** RFC 8414 §3: the well-known path stands before that of the issuer. */
async function metadataOf(issuer: string): Promise<Record<string, unknown>> {
  const { origin, pathname } = new URL(issuer);
  const address = `${origin}/.well-known/oauth-authorization-server${pathname.replace(/\/$/, '')}`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(PATIENCE) }).catch((error: unknown) => {
    const { message, cause } = error as Error;
    throw new Refusal(`${address} does not answer: ${cause instanceof Error ? cause.message : message}.`);
  });
  if (!answer.ok) throw new Refusal(`${address} answers ${answer.status}.`);
  const metadata = parsed(await answer.text(), address);
  if (!isObject(metadata)) throw new Refusal(`${address} is not the metadata of an authorization server (RFC 8414).`);
  return metadata;
}

const unknownResource = (url: string, where: string): Difference => ({
  code: 'unknown-resource',
  message: `${where} has no resource ${url}`,
});

const missing = (scopes: Declaration['scopes'], isThere: (name: string) => boolean, where: string): Difference[] =>
  scopes
    .filter(({ name }) => !isThere(name))
    .map(({ name }) => ofScope('not-offered', name, `is not offered by ${where}`));
