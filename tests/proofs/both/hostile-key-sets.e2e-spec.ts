import { execFileSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { givenAccount, givenServer, givenSite } from '@consentry/test-support/server/given';
import { type HostileKeySet, hostileKeySets } from '../support/hostile-key-sets';
import { JWT_BEARER } from '@consentry/test-support/world/keyed-client';
import { call, query, signIn, unique } from '@consentry/test-support/world/world';
import { SIZE, isFull } from '@consentry/test-support/run/sizes';

const DOCUMENTS = SIZE.hostileDocuments;
const PAUSE = isFull ? 200 : 50;
const MOST_MEGABYTES = 60;
/** Median, in milliseconds; more where other tests run beside this one. */
const SLOWEST_READY = isFull ? 10 : 50;

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
const median = (values: number[]) => [...values].sort((one, other) => one - other)[values.length >> 1]!;

describe('metadata documents with key sets that are costly to verify by', () => {
  const hostile = hostileKeySets();
  const site = givenSite();
  const server = givenServer({ env: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  const account = givenAccount(server);

  /** Serves a document and its key set, and calls as that client with a forged assertion. */
  async function callAs(at: number, { text, alg, signature }: HostileKeySet): Promise<number> {
    const jwks_uri = site.answer(`/keys/${at}`, (response) => response.writeHead(200).end(text));
    const id = site.serve(`/client/${at}`, { token_endpoint_auth_method: 'private_key_jwt', jwks_uri });
    const exp = Math.floor(Date.now() / 1000) + 60;
    const claims = { iss: id, sub: id, aud: server.url, jti: unique(), exp };
    const client_assertion = `${encode({ alg })}.${encode(claims)}.${signature.toString('base64url')}`;
    const parameters = { grant_type: 'refresh_token', refresh_token: 'none', client_assertion };
    const body = new URLSearchParams(query({ ...parameters, client_assertion_type: JWT_BEARER }));
    // Each from another network, so that the limits by network do not apply.
    const headers = { 'x-forwarded-for': `203.0.${at % 256}.${1 + (at >> 8)}` };
    return (await call('POST', `${server.url}/oauth2/token`, { headers, body })).status;
  }

  const megabytes = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(server.child.pid)])) / 1024;

  async function readyTime(): Promise<number> {
    const before = performance.now();
    expect((await call('GET', `${server.url}/health/ready`)).status).toBe(200);
    return performance.now() - before;
  }

  it('cost neither memory nor time, and others sign in meanwhile', async () => {
    const plain = { text: '{"keys":[]}', alg: 'ES256', signature: Buffer.alloc(64, 1) };
    for (let at = 0; at < 30; at += 1) await callAs(at, plain);
    const before = megabytes();

    let isOver = false;
    const times: number[] = [];
    const probing = (async () => {
      while (!isOver) {
        times.push(await readyTime());
        await setTimeout(20);
      }
    })();
    const calls: Promise<number>[] = [];
    for (let at = 0; at < DOCUMENTS; at += 1) {
      calls.push(callAs(1_000 + at, hostile[at % hostile.length]!));
      if (at === DOCUMENTS >> 1) await signIn(server, account);
      await setTimeout(PAUSE);
    }
    const statuses = await Promise.all(calls);
    isOver = true;
    await probing;

    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(megabytes() - before).toBeLessThan(MOST_MEGABYTES);
    expect(median(times)).toBeLessThan(SLOWEST_READY);
  }, 600_000);
});
