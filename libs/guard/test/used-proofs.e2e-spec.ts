import type { INestApplication } from '@nestjs/common';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import request from 'supertest';

import {
  GuardModule,
  type GuardOptions,
  JwtBearerGuard,
  PostgresUsedProofs,
  RequireDpop,
  type UsedProofStore,
} from '../src/index.ts';
import { UsedProofs } from '../src/verify/proof/used-proofs.ts';
import {
  AUDIENCE,
  ISSUER,
  type IssuerKey,
  issuerKey,
  type JwksServer,
  mint,
  startJwksServer,
} from './support/issuer.ts';
import { TestClock } from './support/notes-host.ts';
import { TestPostgres } from './support/postgres.ts';
import { type ProofKey, proofKey, prove } from './support/proofs.ts';

@UseGuards(JwtBearerGuard)
@Controller('notes')
class NotesController {
  @Get()
  list() {
    return 'notes';
  }

  @RequireDpop()
  @Get('bound')
  bound() {
    return 'bound';
  }
}

const NOTES = `${AUDIENCE}/notes`;
const clock = new TestClock();
const apps: INestApplication[] = [];
let issuer: IssuerKey;
let jwks: JwksServer;
let mine: ProofKey;
let token: string;

beforeAll(async () => {
  issuer = await issuerKey('ES256', 'es');
  jwks = await startJwksServer([issuer.jwk]);
  mine = await proofKey();
  token = await mint(issuer, clock.now(), { claims: { cnf: { jkt: mine.jkt } } });
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  await jwks.down();
});

async function start(more: Partial<GuardOptions>): Promise<INestApplication> {
  const options = { issuer: ISSUER, audience: AUDIENCE, jwksUri: jwks.uri, revocations: false, clock, ...more };
  const module = await Test.createTestingModule({
    imports: [GuardModule.forRoot(options)],
    controllers: [NotesController],
  }).compile();
  const app = module.createNestApplication({ logger: false });
  await app.listen(0, '127.0.0.1');
  apps.push(app);
  return app;
}

const newProof = (url = NOTES) => prove(mine, { htu: url, token, at: clock.now() });
const call = (app: INestApplication, authorization: string, proof = '', path = '/notes') =>
  request(app.getHttpServer() as string)
    .get(path)
    .set({ authorization, ...(proof !== '' && { dpop: proof }) });
const present = async (app: INestApplication, proof: string) => {
  const answer = await call(app, `DPoP ${token}`, proof);
  const headers = answer.headers as Record<string, string>;
  return { status: answer.status, retryAfter: headers['retry-after'], body: answer.body as unknown };
};
const UNAVAILABLE = {
  error: 'temporarily_unavailable',
  error_description: 'DPoP proofs cannot be checked right now',
};

describe('a store of used proofs in the process', () => {
  it('that is full refuses new proofs by 503 and never takes an old one again', async () => {
    const app = await start({ usedProofs: new UsedProofs(2) });
    const proofs = [await newProof(), await newProof()];
    for (const proof of proofs) expect((await present(app, proof)).status).toBe(200);
    expect(await present(app, await newProof())).toEqual({ status: 503, retryAfter: '70', body: UNAVAILABLE });
    for (const proof of proofs) expect((await present(app, proof)).status).toBe(401);
    clock.at += 70_000;
    expect((await present(app, await newProof())).status).toBe(200);
  });
});

describe('a store of used proofs that fails', () => {
  it.each<[string, UsedProofStore['use']]>([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('broken');
      },
    ],
    ['answers nothing', (() => undefined) as unknown as UsedProofStore['use']],
  ])('and %s refuses by 503', async (_, use) => {
    const app = await start({ usedProofs: { use } });
    expect(await present(app, await newProof())).toEqual({ status: 503, retryAfter: '1', body: UNAVAILABLE });
  });
});

describe('a store of used proofs that hangs', () => {
  it('refuses by 503 after 5 seconds', async () => {
    const waits: number[] = [];
    const impatient = Object.assign(new TestClock(), {
      at: clock.at,
      after: (milliseconds: number, task: () => void) => {
        waits.push(milliseconds);
        const soon = setImmediate(task);
        return () => clearImmediate(soon);
      },
    });
    const app = await start({ usedProofs: { use: () => new Promise(() => undefined) }, clock: impatient });
    expect(await present(app, await newProof())).toEqual({ status: 503, retryAfter: '1', body: UNAVAILABLE });
    expect(waits).toContain(5_000);
  });
});

describe('PostgresUsedProofs', () => {
  let postgres: TestPostgres;
  beforeAll(async () => (postgres = await TestPostgres.start()));
  afterAll(() => postgres.stop());

  it('takes a proof once at all processes of a service', async () => {
    const stores = [postgres.pool(), postgres.pool()].map((pool) => new PostgresUsedProofs(pool));
    await Promise.all([...stores, ...stores].map((store) => store.createTable()));
    const [first, second] = await Promise.all(stores.map((usedProofs) => start({ usedProofs })));
    for (let round = 0; round < 20; round++) {
      const proof = await newProof();
      const answers = await Promise.all([first!, second!, first!, second!].map((app) => present(app, proof)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    }
  });

  it('deletes what expired a minute ago and nothing younger', async () => {
    const pool = postgres.pool();
    const store = new PostgresUsedProofs(pool, { table: 'public.purged_proofs' });
    await store.createTable();
    expect(await store.use('old', 40_000, 0)).toBe(true);
    expect(await store.use('young', 100_000.5, 0)).toBe(true);
    expect(await store.use('new', 200_000, 100_001)).toBe(true);
    // Deleted in the background.
    const kept = async () => (await pool.query<{ id: string }>('SELECT id FROM purged_proofs ORDER BY id')).rows;
    while ((await kept()).length > 2);
    expect(await kept()).toEqual([{ id: 'new' }, { id: 'young' }]);
    expect(await store.use('young', 200_000, 100_002)).toBe(false);
  });

  it('refuses by 503 without its table, and while the database is away', async () => {
    const pool = postgres.pool();
    const app = await start({ usedProofs: new PostgresUsedProofs(pool, { table: 'no_such_table' }) });
    const unavailable = { status: 503, retryAfter: '1', body: UNAVAILABLE };
    expect(await present(app, await newProof())).toEqual(unavailable);
    await pool.end();
    expect(await present(app, await newProof())).toEqual(unavailable);
  });

  it.each(['a b', 'a;DROP TABLE b', '"a"', ''])('takes no table %j', (table) => {
    expect(() => new PostgresUsedProofs(postgres.pool(), { table })).toThrow('table must be a plain name');
  });
});

describe('where a bound token is required (RFC 9449 §7.1)', () => {
  let app: INestApplication;
  beforeAll(async () => (app = await start({ dpop: 'required' })));

  it.each([
    ['the service', () => app, '/notes'],
    ['the route', () => apps[0]!, '/notes/bound'],
  ])('by %s, others are refused by a challenge of the scheme DPoP', async (_, appOf, path) => {
    const plain = await mint(issuer, clock.now());
    const unbound = await call(appOf(), `Bearer ${plain}`, '', path);
    expect(unbound.status).toBe(401);
    expect(unbound.headers['www-authenticate']).toMatch(/^DPoP realm="api", error="invalid_token", .*algs="ES256 /);
    const none = await request(appOf().getHttpServer() as string).get(path);
    expect(none.status).toBe(401);
    expect(none.headers['www-authenticate']).toMatch(/^DPoP realm="api", algs="ES256 [^"]+"$/);
    expect((await call(appOf(), `DPoP ${token}`, await newProof(AUDIENCE + path), path)).status).toBe(200);
  });

  it('by one route, the others still take unbound ones', async () => {
    const plain = await mint(issuer, clock.now());
    expect((await call(apps[0]!, `Bearer ${plain}`)).status).toBe(200);
  });
});
