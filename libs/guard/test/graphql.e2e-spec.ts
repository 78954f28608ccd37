import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import type { INestApplication, Type } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Field, GraphQLModule, ObjectType, Parent, Query, ResolveField, Resolver, Subscription } from '@nestjs/graphql';
import { Test } from '@nestjs/testing';
import { createClient } from 'graphql-ws';
import request from 'supertest';
import { WebSocket } from 'ws';

import {
  AccessToken,
  GuardModule,
  JwtBearerGuard,
  Public,
  RequireScopes,
  type VerifiedAccessToken,
} from '../src/index.ts';
import { TestIssuer } from '../src/testing/index.ts';
import { proofKey, prove } from './support/proofs.ts';

@ObjectType()
class Note {
  @Field() text: string;
  @Field() author: string;
  @Field() secret: string;
}

const tokens: VerifiedAccessToken[] = [];

@Resolver(() => Note)
class NotesResolver {
  @Query(() => Note)
  note(@AccessToken() token: VerifiedAccessToken) {
    tokens.push(token);
    return { text: 'milk', author: '', secret: '' };
  }

  @Query(() => String)
  @RequireScopes('notes:write')
  written(@AccessToken() token: VerifiedAccessToken) {
    tokens.push(token);
    return token.subject;
  }

  @Public()
  @Query(() => Note)
  open() {
    return { text: 'all', author: '', secret: '' };
  }

  @ResolveField(() => String)
  author(@AccessToken() token: VerifiedAccessToken) {
    return token.subject;
  }

  @Subscription(() => String, { resolve: (text: string) => text })
  async *ticks(@AccessToken() token: VerifiedAccessToken) {
    yield token.subject;
    await new Promise(() => undefined);
  }
}

@Resolver(() => Note)
class SecretsResolver {
  @ResolveField(() => String)
  @RequireScopes('notes:secret')
  secret(@Parent() note: Note) {
    return `${note.text} is secret`;
  }
}

let issuer: TestIssuer;
let app: INestApplication;

beforeAll(async () => {
  issuer = await TestIssuer.start();
});
beforeEach(() => {
  tokens.length = 0;
});
afterEach(() => app.close());
afterAll(() => issuer.stop());

async function start(resolvers: Type[], options: Partial<ApolloDriverConfig> = {}): Promise<void> {
  const module = await Test.createTestingModule({
    imports: [
      GuardModule.forRoot(issuer.options),
      GraphQLModule.forRoot<ApolloDriverConfig>({
        driver: ApolloDriver,
        autoSchemaFile: true,
        subscriptions: { 'graphql-ws': true },
        ...options,
      }),
    ],
    providers: [...resolvers, { provide: APP_GUARD, useClass: JwtBearerGuard }],
  }).compile();
  app = module.createNestApplication({ logger: false });
  await app.listen(0, '127.0.0.1');
}

interface Answer {
  readonly data: Record<string, unknown> | null;
  readonly errors?: { message: string; extensions: Record<string, unknown> }[];
}

async function ask(query: string, token?: string, headers: Record<string, string> = {}): Promise<Answer> {
  const call = request(app.getHttpServer() as string)
    .post('/graphql')
    .set(token === undefined ? {} : { authorization: `Bearer ${token}` })
    .set(headers)
    .send({ query });
  return (await call.expect(200)).body as Answer;
}

describe('resolvers under APP_GUARD', () => {
  beforeEach(() => start([NotesResolver]));

  it('get the token of the HTTP request, field resolvers too', async () => {
    const { data, errors } = await ask('{ note { text author } }', issuer.token({ sub: 'ada' }));
    expect(errors).toBeUndefined();
    expect(data).toEqual({ note: { text: 'milk', author: 'ada' } });
  });

  it('share one verified token in a request of many', async () => {
    const token = issuer.token({ sub: 'ada', scope: 'notes:write' });
    const { data } = await ask('{ a: note { text } b: note { text } written }', token);
    expect(data).toMatchObject({ written: 'ada' });
    expect(new Set(tokens).size).toBe(1);
    expect(tokens).toHaveLength(3);
  });

  it('@Public() needs none', async () => {
    expect(await ask('{ open { text } }')).toEqual({ data: { open: { text: 'all' } } });
  });

  it.each([
    ['without a token', () => undefined, 'Bearer realm="api"'],
    ['with a bad one', () => 'bad', 'error="invalid_token"'],
    ['with an expired one', () => issuer.token({ exp: '-1s' }), 'The access token expired'],
  ])('are refused %s: UNAUTHENTICATED, with the challenge', async (_, token, challenge) => {
    const { data, errors } = await ask('{ note { text } }', token());
    expect(data).toBeNull();
    expect(errors).toHaveLength(1);
    expect(errors![0]!.extensions).toMatchObject({
      code: 'UNAUTHENTICATED',
      challenge: expect.stringContaining(challenge) as string,
    });
    expect(tokens).toEqual([]);
  });

  it('are refused without a scope: FORBIDDEN, with the scopes that are wanted', async () => {
    const { errors } = await ask('{ written }', issuer.token({ scope: 'notes:read' }));
    expect(errors![0]).toMatchObject({
      message: 'The access token lacks a scope that this call needs',
      extensions: { code: 'FORBIDDEN', challenge: expect.stringContaining('scope="notes:write"') as string },
    });
  });

  it('@AccessToken() in a field below a public query is an error, not a call without a caller', async () => {
    const { errors } = await ask('{ open { author } }');
    expect(errors![0]!.extensions).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
  });
});

describe('a bound token (RFC 9449)', () => {
  it('is proven once for all resolvers of a request, and its proof is good for no second one', async () => {
    await start([NotesResolver]);
    const key = await proofKey();
    const token = issuer.token({ sub: 'ada', scope: 'notes:write', cnf: { jkt: key.jkt } });
    const call = { htm: 'POST', htu: `${issuer.audience}/graphql`, token, at: issuer.clock.now() };
    const headers = { authorization: `DPoP ${token}`, dpop: await prove(key, call) };
    expect((await ask('{ note { text author } written }', undefined, headers)).errors).toBeUndefined();
    const again = await ask('{ note { text } }', undefined, headers);
    expect(again.errors![0]!.extensions).toMatchObject({
      code: 'UNAUTHENTICATED',
      challenge: expect.stringContaining('invalid_dpop_proof') as string,
    });
  });
});

describe('field resolvers with demands of their own', () => {
  it('are guarded where GraphQLModule runs guards on them', async () => {
    await start([NotesResolver, SecretsResolver], { fieldResolverEnhancers: ['guards'] });
    const may = await ask('{ note { secret } }', issuer.token({ scope: 'notes:secret' }));
    expect(may.data).toEqual({ note: { secret: 'milk is secret' } });
    const mayNot = await ask('{ note { secret } }', issuer.token());
    expect(mayNot.errors![0]!.extensions).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('stop the start where it does not', async () => {
    await expect(start([NotesResolver, SecretsResolver])).rejects.toThrow(
      /- SecretsResolver\.secret\n.*fieldResolverEnhancers: \['guards'\]/,
    );
    await start([NotesResolver]);
  });
});

describe('a subscription over graphql-ws', () => {
  const subscribe = (connectionParams: Record<string, unknown>) => {
    const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
    let closed: (code: number) => void;
    const ended = new Promise<number>((resolve) => (closed = resolve));
    const client = createClient({
      url: `ws://127.0.0.1:${port}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams,
      retryAttempts: 0,
      on: { closed: (event) => closed((event as { code: number }).code) },
    });
    const results = client.iterate<{ ticks: string }>({ query: 'subscription { ticks }' });
    return { client, results, ended };
  };

  it('has the token of its connectionParams, and is closed when the token ends', async () => {
    await start([NotesResolver]);
    const { results, ended } = subscribe({ authorization: `Bearer ${issuer.token({ sub: 'ada', exp: '10m' })}` });
    expect((await results.next()).value).toEqual({ data: { ticks: 'ada' } });
    results.next().catch(() => undefined);
    issuer.clock.advance('10m');
    expect(await ended).toBe(4403);
  });

  it('is closed when its token is taken back', async () => {
    await start([NotesResolver]);
    const token = issuer.token({ sub: 'ada' });
    const { results, ended } = subscribe({ authorization: `Bearer ${token}` });
    await results.next();
    results.next().catch(() => undefined);
    await issuer.revoke(token);
    expect(await ended).toBe(4403);
  });

  it.each([
    ['without one', undefined, 'UNAUTHENTICATED'],
    ['with what is no text', ['Bearer bad'], 'BAD_REQUEST'],
  ])('is refused %s', async (_, authorization, code) => {
    await start([NotesResolver]);
    const { results, client } = subscribe({ authorization });
    const first = (await results.next().catch((errors: unknown) => ({ value: { errors } }))) as {
      value: { errors: { extensions: object }[] };
    };
    expect(first.value.errors[0]!.extensions).toMatchObject({ code });
    await client.dispose();
  });
});
