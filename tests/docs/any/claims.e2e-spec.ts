import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { runWell } from '@consentry/test-support/server/command';
import { ForeignIssuer } from '@consentry/test-support/world/foreign-issuer';
import { adapted, blocksOf } from '@consentry/test-support/docs/page-blocks';
import { becomesSo } from '@consentry/test-support/world/becomes-so';
import { freePort } from '@consentry/test-support/server/ports';
import { TestServer, freshDir } from '@consentry/test-support/server/server';
import { ShownService } from '../support/shown-service';
import {
  type Account,
  type Application,
  call,
  obtainTokens,
  refresh,
  register,
  signUp,
} from '@consentry/test-support/world/world';

const BLOCKS = blocksOf('docs/claims.md');
const AUDIENCE = 'https://reports.example.com';
/** Milliseconds; a second is promised, the rest is for a busy machine. */
const SOON = 3_000;

/** Writes a file of the page's. @returns its path. */
function write(name: string, text: string, folder = freshDir()): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

describe('docs/claims.md', () => {
  const folder = freshDir();
  let server: TestServer;
  let foreign: ForeignIssuer;
  let service: ShownService;
  const services: ShownService[] = [];
  let developer: Account;
  let own: Application;
  let third: Application;
  let resources: { RESOURCES_FILE: string };

  beforeAll(async () => {
    foreign = await ForeignIssuer.start();
    const named = (client: string) =>
      write('resources.json', adapted(BLOCKS.get('resources'), { s6BhdRkqt3: client }), folder);
    server = await TestServer.start({ env: { RESOURCES_FILE: named('none') } });
    developer = await signUp(server);
    own = await register(server, developer);
    third = await register(server, developer);
    resources = { RESOURCES_FILE: named(own.client_id) };
  });
  afterAll(async () => {
    await Promise.all([server.stop(), foreign.stop()]);
    await Promise.all(services.map((each) => each.stop()));
  });

  /** With these settings, and the service of the page: a guard whose stream broke would first wait a while. */
  async function begin(env: Record<string, string>): Promise<void> {
    await server.restart({ ...resources, ...env });
    service = await ShownService.start(adapted(BLOCKS.get('guard'), { 'https://auth.example.com': server.url }));
    services.push(service);
  }

  const obtain = (account: Account, application: Application, scope = 'reports:read') =>
    obtainTokens(server, account, application, { scope });
  const shown = async ({ access_token: token }: { access_token: string }) => {
    expect(decodeJwt(token).aud).toBe(AUDIENCE);
    const { status, body } = await service.get('/reports', token);
    return status === 200 ? body : status;
  };
  const audit = async (token: string) => (await service.get('/reports/audit', token)).status;

  /** The old token is refused at the service, the next one has the role. */
  async function expectToldOf(tokens: { access_token: string; refresh_token: string }, tell: () => Promise<unknown>) {
    expect(await audit(tokens.access_token)).toBe(403);
    await tell();
    expect(await service.refusal('/reports', tokens.access_token)).toBeLessThan(SOON);
    const next = (await refresh(server, tokens.refresh_token)).body;
    expect(await audit(next.access_token)).toBe(200);
    expect(decodeJwt(next.access_token)).toMatchObject({ roles: ['auditor'] });
  }

  describe('a module', () => {
    const setRoles = (roles: string[]) =>
      write('members.json', JSON.stringify({ [developer.id]: { tenant: 'acme', roles } }), folder);

    beforeAll(async () => {
      setRoles(['reader']);
      await begin({ CLAIMS_FILE: write('claims.mjs', BLOCKS.get('file')!, folder) });
    });

    it('gives claims to an application of the team, to others by the scope that names them', async () => {
      const claims = { tenant: 'acme', roles: ['reader'] };
      expect(await shown(await obtain(developer, own))).toEqual(claims);
      expect(await shown(await obtain(developer, third))).toEqual({ tenant: null, roles: [] });
      expect(await shown(await obtain(developer, third, 'reports:read reports:team'))).toEqual(claims);
      const stranger = await signUp(server);
      expect(await shown(await obtain(stranger, own))).toEqual({ tenant: null, roles: [] });
    });

    it('that answers otherwise is heard of within a second by claims-changed', async () => {
      const tokens = await obtain(developer, own);
      await expectToldOf(tokens, () => {
        setRoles(['auditor']);
        return runWell('account', ['claims-changed', developer.email], { DATA_DIR: server.dataDir });
      });
    });
  });

  describe('a URL', () => {
    let child: ChildProcess;
    let url: string;

    beforeAll(async () => {
      const port = await freePort();
      url = `http://127.0.0.1:${port}/claims`;
      const code = adapted(BLOCKS.get('url'), {
        "'jose'": JSON.stringify(`file://${require.resolve('jose').replace('/node/cjs/', '/node/esm/')}`),
        'https://login.example.com|ada': `${foreign.issuer}|ada`,
      });
      const env = { AUTH_URL: server.url, CLAIMS_URL: url, PORT: String(port) };
      child = spawn(process.execPath, [write('claims-server.mjs', code)], { env, stdio: 'inherit' });
      await begin({ CLAIMS_URL: url, TRUSTED_ISSUERS: trusted({}) });
      await becomesSo(isReady, 20_000);
    });
    afterAll(async () => {
      child.kill();
      await once(child, 'exit');
    });

    /** The server waits half a second for claims: less than this process takes to start and to fetch our keys. */
    const isReady = async () => {
      const body = await foreign.mint({ aud: url });
      return fetch(url, { method: 'POST', body }).then(
        ({ status }) => status === 401,
        () => false,
      );
    };

    it('is asked by a JWT of ours, and answers nobody else', async () => {
      const ada = await foreignAccount({ sub: 'ada' });
      expect(await shown(await obtain(ada, own))).toEqual({ tenant: 'acme', roles: ['admin'] });
      const forged = await foreign.mint({ aud: url, account: { issuer: foreign.issuer, subject: 'ada' } });
      expect((await call('POST', url, { body: forged })).status).toBe(401);
    });
  });

  describe("a trusted issuer's JWT", () => {
    beforeAll(async () => {
      const [{ claims }] = JSON.parse(BLOCKS.get('mapped')!) as [{ claims: string[] }];
      await begin({ TRUSTED_ISSUERS: trusted({ claims }) });
    });

    it('has the claims, and a new one tells of a changed role within a second', async () => {
      const iat = Math.floor(Date.now() / 1000) - 60;
      const before = await foreignAccount({ sub: 'grace', roles: ['reader'], org_id: 'acme', iat });
      const tokens = await obtain(before, own);
      expect(await shown(tokens)).toEqual({ tenant: 'acme', roles: ['reader'] });
      await expectToldOf(tokens, async () => {
        const { session } = await foreignAccount({ sub: 'grace', roles: ['auditor'], org_id: 'acme', iat: iat + 1 });
        const told = await call('POST', `${server.url}/api/accounts/grace/claims-changed`, { headers: session });
        expect(told.status).toBe(204);
      });
    });
  });

  const trusted = (more: object) => JSON.stringify([{ issuer: foreign.issuer, jwks_uri: foreign.jwksUri, ...more }]);
  const foreignAccount = async (claims: object): Promise<Account> => {
    const session = { authorization: `Bearer ${await foreign.mint({ aud: server.url, ...claims })}` };
    return { session } as unknown as Account;
  };

  it('shows settings that work', () => {
    expect(JSON.parse(BLOCKS.get('mapped')!)).toEqual([expect.objectContaining({ claims: ['roles', 'org_id'] })]);
    expect([...BLOCKS.keys()].sort()).toEqual(['file', 'guard', 'mapped', 'resources', 'url']);
  });
});
