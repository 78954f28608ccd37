import { openFile } from '@consentry/typeorm-node-sqlite';
import { once } from 'node:events';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Caller } from './support/caller';
import { freePort } from './support/free-port';
import { Issuer } from './support/issuer';
import { newFolder, Service } from './support/service';

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe('starting and stopping', () => {
  let issuer: Issuer;
  beforeAll(async () => {
    issuer = await Issuer.listen();
  });
  afterAll(() => issuer.close());

  async function callerOf(service: Service): Promise<Caller> {
    const audience = service.url;
    return new Caller(audience, await issuer.mint({ subject: 'alice', scope: 'notes:read notes:write', audience }));
  }

  it.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)('keeps its notes after a %s', async (signal) => {
    const first = await Service.start({ AUTH_URL: issuer.url });
    await (await callerOf(first)).add({ text: 'kept' });
    const { code } = await first.stop(signal);
    expect(code).toBe(signal === 'SIGKILL' ? null : 0);
    const second = await first.restart();
    expect(await (await callerOf(second)).texts()).toEqual(['kept']);
    await second.stop();
  });

  it('answers what is under way before it stops', async () => {
    const service = await Service.start({ AUTH_URL: issuer.url });
    const token = await issuer.mint({ subject: 'alice', scope: 'notes:write', audience: service.url });
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Content-Length': 15 };
    const slow = request(`${service.url}/notes`, { method: 'POST', headers });
    slow.write('{"text":');
    await new Promise((resolve) => setTimeout(resolve, 200));
    const stopped = service.stop();
    await new Promise((resolve) => setTimeout(resolve, 200));
    slow.end('"late"}');
    const [answer] = (await once(slow, 'response')) as [{ statusCode: number; resume(): void }];
    answer.resume();
    expect(answer.statusCode).toBe(201);
    expect((await stopped).code).toBe(0);
  });

  it('is ready before its auth server, and answers calls 503 until then', async () => {
    const service = await Service.start({ AUTH_URL: `http://localhost:${await freePort()}` });
    const answer = await (await callerOf(service)).list();
    expect(answer.status).toBe(503);
    expect(answer.headers.get('Retry-After')).toMatch(/^\d+$/);
    await service.stop();
  });

  it('keeps its files to itself', async () => {
    const folder = join(newFolder(), 'deep', 'data');
    const service = await Service.start({ DATA_DIR: folder });
    expect(mode(folder)).toBe('700');
    for (const name of ['notes.sqlite', 'notes.sqlite-wal', 'notes.sqlite-shm']) {
      expect(`${name} ${mode(join(folder, name))}`).toBe(`${name} 600`);
    }
    await service.stop();
  });

  it('closes a folder that others could read', async () => {
    const folder = newFolder();
    chmodSync(folder, 0o755);
    const service = await Service.start({ DATA_DIR: folder });
    expect(mode(folder)).toBe('700');
    await service.stop();
  });

  it('answers 503 while another process holds the database, and goes on afterwards', async () => {
    const service = await Service.start({ AUTH_URL: issuer.url });
    const alice = await callerOf(service);
    const other = openFile(join(String(service.env.DATA_DIR), 'notes.sqlite'));
    other.exec('BEGIN IMMEDIATE');
    const answer = await alice.add({ text: 'a private note' });
    other.exec('ROLLBACK');
    other.close();
    expect(answer.status).toBe(503);
    expect(answer.headers.get('Retry-After')).toBe('1');
    expect(service.log).toContain('database is locked');
    expect(service.log).not.toContain('private');
    expect((await alice.add({ text: 'afterwards' })).status).toBe(201);
    expect(await alice.texts()).toEqual(['afterwards']);
    await service.stop();
  });

  it('serves everything under the path of BASE_URL', async () => {
    const base = `http://localhost:${await freePort()}`;
    const service = await Service.start({ BASE_URL: `${base}/notes-api/v1`, AUTH_URL: issuer.url });
    const alice = await callerOf(service);
    expect((await alice.add({ text: 'below' })).status).toBe(201);
    expect(await alice.texts()).toEqual(['below']);
    expect((await fetch(`${base}/notes`)).status).toBe(404);
    expect((await fetch(`${service.url}/notes`, { method: 'HEAD' })).status).toBe(405);
    await service.stop();
  });

  it('names all wrong settings at once, and does not start', async () => {
    const env = { AUTH_URL: 'ftp://x', BASE_URL: 'http://example.com', PORT: 'http', HOST: 'a b' };
    const { code, stderr } = await Service.spawn(env).exited();
    expect(code).toBe(1);
    const lines = stderr.trim().split('\n');
    expect(lines).toHaveLength(4);
    for (const name of Object.keys(env)) expect(stderr).toContain(`notes-api: ${name} `);
  });

  async function expectOneLine(service: Service, line: RegExp): Promise<void> {
    const { code, stderr } = await service.exited();
    expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 1, lines: 1 });
    expect(stderr).toMatch(line);
  }

  it('says in one line that its port is in use', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const service = Service.spawn({ BASE_URL: `http://localhost:${port}`, DATA_DIR: newFolder() });
    await expectOneLine(service, new RegExp(`^notes-api: cannot listen on 127.0.0.1, port ${port}: .*EADDRINUSE`));
    other.close();
  });

  it.each<[string, (folder: string) => void]>([
    ['is no database', (folder) => writeFileSync(join(folder, 'notes.sqlite'), 'text '.repeat(1000))],
    ['is a folder', (folder) => mkdirSync(join(folder, 'notes.sqlite'))],
  ])('says in one line that the database file %s', async (_, spoil) => {
    const folder = newFolder();
    spoil(folder);
    await expectOneLine(Service.spawn({ DATA_DIR: folder }), /^notes-api: cannot open the database .*notes\.sqlite: ./);
  });

  it('says in one line that DATA_DIR cannot be made', async () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    await expectOneLine(
      Service.spawn({ DATA_DIR: join(file, 'data') }),
      /^notes-api: cannot open the database .*ENOTDIR/,
    );
  });
});
