import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { hasEnded } from '@consentry/test-support/server/has-ended';
import { install } from './npm-registry';
import { PageVisitor } from '@consentry/test-support/browser/page-visitor';
import { freshDir } from '@consentry/test-support/server/server';
import { call, unique } from '@consentry/test-support/world/world';

/** An authorization server that others wrote. */
export interface OtherServer {
  readonly name: string;
  /** Of the folder `other-servers`. */
  readonly program: string;
  /** Of its issuer. */
  readonly path: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Signs a person in at the authorization endpoint, and allows. @returns where the browser is redirected. */
  readonly visit: (url: URL) => Promise<URL>;
}

/** Installs the packages of all. @returns the folder. */
export async function installOtherServers(): Promise<string> {
  const folder = freshDir();
  cpSync(join(__dirname, 'other-servers'), folder, { recursive: true });
  await install(folder, '--ignore-scripts');
  return folder;
}

/** @param issuer its URL, which may be that of a proxy in front of the port. @returns what stops it. */
export async function startOtherServer(
  { program, settings }: OtherServer,
  { folder, issuer, port }: { folder: string; issuer: string; port: number },
): Promise<() => Promise<void>> {
  const child = fork(join(folder, program), [JSON.stringify({ issuer, port, ...settings })], {
    env: { PATH: process.env['PATH'] ?? '' },
    silent: true,
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(String(chunk)));
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${program} ended:\n${printed.join('')}`)));
  await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => undefined);
  return () => stop(child);
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
}

/** By the pages that oidc-provider has for development. */
export async function visitOidcProvider(url: URL, login = unique()): Promise<URL> {
  const person = new PageVisitor({ url: url.origin });
  const signIn = await person.open(url.href);
  const consent = await person.submit(signIn, signIn.forms[0]?.action ?? '', { login, password: 'any' });
  const { next } = await person.submit(consent, consent.forms[0]?.action ?? '');
  return new URL(next ?? 'none:');
}

/** As the pages of an application by better-auth would: it has none itself. */
export async function visitBetterAuth(url: URL): Promise<URL> {
  const base = `${url.origin}/api/auth`;
  const body = { name: 'Ada', email: `${unique()}@example.com`, password: `password-${unique()}` };
  const signedUp = await call('POST', `${base}/sign-up/email`, { headers: { origin: url.origin }, body });
  const cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const headers = { cookie, origin: url.origin };
  const asked = await call<{ url: string }>('GET', url.href, { headers });
  const { search } = new URL(asked.body.url, url);
  const decision = { accept: true, oauth_query: search.slice(1) };
  const decided = await call<{ url: string }>('POST', `${base}/oauth2/consent`, { headers, body: decision });
  return new URL(decided.body.url);
}
