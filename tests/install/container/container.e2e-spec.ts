import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Acknowledged } from '@consentry/test-support/server/acknowledged';
import { becomesSo } from '@consentry/test-support/world/becomes-so';
import { describeInstalled, runs } from '@consentry/test-support/run/installed';
import { freshDatabase } from '@consentry/test-support/postgres/databases';
import { freePort } from '@consentry/test-support/server/ports';
import { blocksOf } from '@consentry/test-support/docs/page-blocks';
import { ROOT } from '@consentry/test-support/run/root';
import { secretsIn } from '@consentry/test-support/server/seen-secrets';
import { freshDir } from '@consentry/test-support/server/server';
import { type Account, call, register, signIn, unique } from '@consentry/test-support/world/world';
import { Container } from './container';
import { type BuiltImage, buildImage } from './image';
import { ImageStore } from './image-store';
import { DeployedProxy, NGINX, secureGet } from '@consentry/test-support/server/deployed-proxy';

const BUILD_MS = 30 * 60_000;
const ROUND_MS = 5 * 60_000;
/** Acknowledged refreshes before and after a container is stopped. */
const PER_ROUND = 100;
const CALLERS = 4;

/** What only builds, or installs. */
const TOOLS =
  /\/(cc|c\+\+|gcc|g\+\+|clang|ld|make|cmake|python[\d.]*|node-gyp|npm|npx|yarn|pnpm|corepack|git)(-[\d.]+)?$/;
const LITTER = /^\/app\/(.*(\.map|\.[cm]?ts|\/\.npmrc|\/\.env)|apps\/.*\.spec\.js|.*\/@photostructure)$/;
/** Libraries name the header alone; a key has content. Debian's GnuTLS has keys of public test vectors. */
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/=]{60}/;

const PAGE = readFileSync(join(ROOT, 'docs/containers.md'), 'utf8');
const REPLACE = blocksOf('docs/containers.md').get('replace')!;

const canBuild = process.getuid?.() === 0 && runs('buildah', '--version') && runs('debootstrap', '--version');
const canRun = runs('crun', '--version') && runs(NGINX, '-v');
const hasRegistry = runs('npm', 'view', '@nestjs/core', 'version');
const NEEDED = "root with buildah, crun, debootstrap and nginx, or npm's registry,";

describeInstalled('the container image', canBuild && canRun && hasRegistry, NEEDED, () => {
  const folder = freshDir();
  const store = new ImageStore(folder);
  const [credential, inContext] = [randomBytes(24).toString('hex'), randomBytes(32).toString('base64url')];
  const running: Container[] = [];
  let image: BuiltImage;

  beforeAll(async () => {
    image = await buildImage(store, folder, { credential, inContext });
  }, BUILD_MS);
  afterAll(async () => {
    await Promise.all(running.map((container) => container.end('KILL')));
    await store.close();
  }, ROUND_MS);

  const start = async (...given: [env: Record<string, string>, data?: string]) => {
    const container = await Container.start(image, ...given);
    running.push(container);
    return container;
  };
  const check = (container: Container, env = {}) => container.exec(image.config.Healthcheck.Test.slice(1), { env });

  describe('as it is built', () => {
    it('starts the server itself, without root and without a shell in between', () => {
      const { User, Cmd, Entrypoint, Healthcheck, Volumes } = image.config;
      expect(User).toMatch(/^[1-9]\d*:[1-9]\d*$/);
      expect([Entrypoint ?? [], Cmd[0], Cmd.at(-1)]).toEqual([[], 'node', 'apps/auth-server/dist/main.js']);
      expect(Healthcheck.Test[0]).toBe('CMD');
      expect(Object.keys(Volumes)).toEqual(['/data']);
    });

    it('has one layer of packages, one of the code, and no tool', () => {
      const holding = (part: string) =>
        image.layers.flatMap(({ files }, at) => (files.some((path) => path.includes(part)) ? [at] : []));
      expect(holding('/node_modules/')).toHaveLength(1);
      expect(holding('/apps/auth-server/dist/')).toHaveLength(1);
      const files = image.layers.flatMap((layer) => layer.files);
      expect(files).toContain('/app/libs/typeorm-node-sqlite/dist/index.js');
      expect(files).toContain('/app/apps/auth-server/dist/console/manifest.json');
      expect(files.filter((path) => TOOLS.test(path) || LITTER.test(path))).toEqual([]);
    });

    it('has no secret in any layer', () => {
      const secrets = [credential, inContext].map((secret) => Buffer.from(secret));
      const found = image.layers.flatMap(({ content }) => secrets.filter((secret) => content.includes(secret)));
      expect(found.map(String)).toEqual([]);
      const [, ...ours] = image.layers;
      expect(ours.flatMap(({ content }) => content.toString('latin1').match(PRIVATE_KEY) ?? [])).toEqual([]);
    });

    it('is as large as docs/containers.md says, within a tenth', () => {
      const sizes = image.layers.map(({ size }) => [size.unpacked, size.compressed]);
      // The base is the operator's choice; debootstrap's is larger than the public one.
      console.log(`Layers in MB, and compressed: ${sizes.map((each) => each.join(' / ')).join('; ')}`);
      const told = [...PAGE.matchAll(/^\| (?:Node|packages|the packages)\b.*\| +([\d.]+) +\| +([\d.]+) +\|$/gm)];
      expect(told).toHaveLength(3);
      for (const [at, [, unpacked, compressed]] of told.entries()) {
        const [is = 0, packed = 0] = sizes[at + 1]!;
        for (const ratio of [is / Number(unpacked), packed / Number(compressed)]) {
          expect(ratio).toBeGreaterThan(0.9);
          expect(ratio).toBeLessThan(1.1);
        }
      }
    });

    it('is built without the secrets of the workspace', () => {
      const built = (path: string) => existsSync(join(image.buildRoot, 'app', path));
      expect(built('apps/auth-server/dist/main.js')).toBe(true);
      expect(
        ['.env', 'consentry.env', 'apps/auth-server/.env', 'apps/auth-server/data', 'docs/adr'].filter(built),
      ).toEqual([]);
    });

    it('lets its user write into /data alone', () => {
      const { uid, gid, mode } = statSync(join(image.root, 'data'));
      expect([`${uid}:${gid}`, mode & 0o777]).toEqual([image.config.User, 0o700]);
    });
  });

  describe('alone, on SQLite', () => {
    it(
      'is ready, says when it is not, and ends by SIGTERM',
      async () => {
        const container = await start({ AUTH_URL: 'http://localhost:3000' });
        expect(await check(container)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
        const page = await call('GET', `${container.url}/console`, { headers: { accept: 'text/html' } });
        expect(page.status).toBeLessThan(400);
        expect(statSync(join(container.data, 'master.key')).mode & 0o777).toBe(0o600);

        renameSync(join(container.data, 'auth.sqlite'), join(container.data, 'moved.sqlite'));
        await becomesSo(async () => (await check(container)).exitCode === 1, 10_000);
        expect((await check(container)).stderr).toMatch(
          /^not ready: http:\/\/127.0.0.1:\d+\/health\/ready: it answered 503\n$/,
        );
        expect((await check(container, { PORT: String(await freePort()) })).stderr).toMatch('ECONNREFUSED');
        expect(await container.end('TERM')).toBe(0);
      },
      ROUND_MS,
    );

    it(
      'finds its health below the path of AUTH_URL',
      async () => {
        const container = await start({ AUTH_URL: 'https://example.com/auth' });
        expect(await check(container)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
        expect(await container.end('TERM')).toBe(0);
      },
      ROUND_MS,
    );

    it(
      'has no rights and nothing to write on',
      async () => {
        const container = await start({});
        const { stdout } = await container.exec(['cat', '/proc/1/status']);
        expect(stdout).toMatch(/^Uid:\t10001\t10001/m);
        expect(stdout).toMatch(/^CapEff:\t0+$/m);
        expect(stdout).toMatch(/^NoNewPrivs:\t1$/m);
        const written = await container.exec([
          'sh',
          '-c',
          'for each in /app /usr/local /etc /var /root; do touch $each/x; done',
        ]);
        expect(written.stderr.match(/Read-only file system|Permission denied/g)).toHaveLength(5);
        expect(await container.end('TERM')).toBe(0);
      },
      ROUND_MS,
    );
  });

  describe('twice, on one PostgreSQL, behind the proxy', () => {
    const settings = { AUTH_URL: 'https://auth.example.com', TRUSTED_PROXIES: '127.0.0.1' };
    let env: Record<string, string>;
    let replicas: [Container, Container];
    /** Those that were replaced, too. */
    const served: Container[] = [];
    let proxy: DeployedProxy;
    let account: Account;
    let client: Acknowledged;

    const addresses = () => ({
      'auth-1:3000': new URL(replicas[0].url).host,
      'auth-2:3000': new URL(replicas[1].url).host,
    });

    beforeAll(async () => {
      const MASTER_KEY = randomBytes(32).toString('base64url');
      env = { ...settings, MASTER_KEY, DATABASE_URL: await freshDatabase() };
      replicas = await Promise.all([start(env), start(env)]);
      served.push(...replicas);
      proxy = await DeployedProxy.start('nginx', addresses());
      account = await addAccount();
      client = new Acknowledged(account, await register(proxy, account));
    }, ROUND_MS);
    afterAll(() => proxy.stop());

    /** By the command inside the image, beside a running server. */
    async function addAccount(): Promise<Account> {
      const [email, password] = [`${unique()}@example.com`, `password-${unique()}`];
      for (const action of ['add', 'developer']) {
        const done = await replicas[0].exec(['consentry', 'account', action, email], { input: `${password}\n` });
        expect(done).toMatchObject({ exitCode: 0, stderr: '' });
      }
      return { id: '', email, password, ...(await signIn(proxy, { email, password })) };
    }

    /** Runs callers through the proxy while `event` happens. @returns how their calls failed. */
    async function underLoad(event: () => Promise<void>): Promise<string[]> {
      const failures: string[] = [];
      const keepCalling = async (): Promise<void> => {
        for (;;) {
          const failure = await client.useTokens(proxy).catch(({ message }: Error) => message);
          if (failure === undefined) return;
          failures.push(failure);
        }
      };
      const hear = async () => {
        const enough = client.spentTokens.length + PER_ROUND;
        while (client.spentTokens.length < enough) await call('GET', `${proxy.url}/health/live`);
      };
      const callers = Array.from({ length: CALLERS }, keepCalling);
      await hear();
      await event();
      await hear();
      await client.rest(callers);
      return failures;
    }

    it('speaks TLS, and has browsers use nothing else', async () => {
      const answer = await secureGet(`${proxy.https}/.well-known/oauth-authorization-server`, proxy.certificate);
      expect(answer.headers['strict-transport-security']).toBe('max-age=63072000');
      expect(answer.body).toMatch('"issuer":"https://auth.example.com"');
    });

    it(
      'loses nothing when one is killed',
      async () => {
        const failures = await underLoad(async () => expect(await replicas[0].end('KILL')).toBe(137));
        expect(failures.filter((failure) => !/^\w+: 502 /.test(failure))).toEqual([]);
        // The survivor, before the other one is back.
        await client.assertNothingLost(replicas[1]);
        await startAgain(0);
        await client.assertNothingLost(replicas[0]);
      },
      ROUND_MS,
    );

    it(
      'answers every call while one after the other is replaced as docs/containers.md says',
      async () => {
        for (const name of ['auth-1', 'auth-2']) {
          const failures = await underLoad(() => follow(REPLACE.replaceAll('auth-1', name)));
          expect(failures).toEqual([]);
        }
        await client.assertNothingEverLost(replicas[0]);
        await client.assertSpentAndKept(replicas[1]);
      },
      ROUND_MS,
    );

    it('has answered no call with a server error, and logged no secret', () => {
      const log = served.map(({ output }) => output).join('');
      expect(log.split('\n').filter((line) => /"status":5\d\d/.test(line))).toEqual([]);
      expect(secretsIn(log + proxy.log)).toEqual([]);
    });

    /** At the address of the one that ended. */
    async function startAgain(at: 0 | 1): Promise<void> {
      replicas[at] = await start({ ...env, PORT: new URL(replicas[at].url).port });
      served.push(replicas[at]);
    }

    /** What the command of a page tells Docker happens to the containers of this test. */
    async function follow(command: string): Promise<void> {
      const [, name] = /^docker compose up .*--force-recreate (auth-[12])\n$/.exec(command)!;
      const at = name === 'auth-1' ? 0 : 1;
      expect(await replicas[at].end('TERM')).toBe(0);
      await startAgain(at);
    }
  });
});
