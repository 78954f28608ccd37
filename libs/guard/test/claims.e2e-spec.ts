import { Controller, Get, type INestApplication, type LoggerService } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { Transform, Type } from 'class-transformer';
import { IsIn, IsInt, IsString, ValidateNested, registerDecorator } from 'class-validator';

import {
  AccessToken,
  type ClaimsSource,
  GuardModule,
  JwtBearerGuard,
  RequireAuthentication,
  RequireScopes,
  UsePolicy,
  type VerifiedAccessToken,
} from '../src/index.ts';
import { TestIssuer } from '../src/testing/index.ts';

/** An asynchronous rule: validateSync would pass over it. */
const IsKnown = () => (target: object, propertyName: string) =>
  registerDecorator({
    name: 'isKnown',
    target: target.constructor,
    propertyName,
    validator: { validate: async (value: unknown) => value !== 'unknown' },
  });

class Plan {
  @IsInt() seats: number;
}

class NotesClaims {
  static made = 0;
  constructor() {
    NotesClaims.made++;
  }
  @IsString() @IsKnown() tenant: string;
  @IsIn(['reader', 'editor']) @Transform(({ value }) => String(value).toLowerCase()) role: 'reader' | 'editor';
  @ValidateNested() @Type(() => Plan) plan: Plan;
  may = (action: string) => this.role === 'editor' || action === 'read';
}

@Controller()
class NotesController {
  @Get('notes') list(@AccessToken() { claims, subject }: VerifiedAccessToken<NotesClaims>) {
    // The types say it, too: this does not compile where `claims` is not NotesClaims.
    const { tenant, role, plan } = claims;
    return {
      subject,
      tenant,
      role,
      seats: plan.seats,
      isTyped: claims instanceof NotesClaims,
      mayWrite: claims.may('write'),
    };
  }
  @Get('ruled')
  @UsePolicy({ decide: ({ claims }: VerifiedAccessToken<NotesClaims>) => claims.may('write') })
  ruled() {
    return {};
  }
  @Get('scoped') @RequireScopes('notes:read') scoped() {
    return {};
  }
  @Get('recent') @RequireAuthentication({ maxAge: 60 }) recent() {
    return {};
  }
  @Get('plain') plain(@AccessToken() { claims }: VerifiedAccessToken<unknown>) {
    return { claims };
  }
}

const good = { sub: 'ada', tenant: 'acme', role: 'Editor', plan: { seats: 3 } };
const lines: string[] = [];
const keep = (line: unknown) => void lines.push(String(line));
const logger: LoggerService = { log: () => {}, error: keep, warn: keep, debug: keep };

let issuer: TestIssuer;
let app: INestApplication;
const start = async (claims: ClaimsSource) => {
  const module = await Test.createTestingModule({
    imports: [GuardModule.forRoot({ ...issuer.options, claims })],
    controllers: [NotesController],
    providers: [{ provide: APP_GUARD, useClass: JwtBearerGuard }],
  }).compile();
  app = module.createNestApplication({ logger });
  await app.listen(0, '127.0.0.1');
};
const call = async (path: string, token: string) => {
  const answer = await fetch((await app.getUrl()) + path, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

beforeAll(async () => (issuer = await TestIssuer.start()));
afterAll(() => issuer.stop());
afterEach(() => app?.close());

describe('claims by a class', () => {
  it('are its instance, made once for a token that comes again', async () => {
    await start(NotesClaims);
    const token = issuer.token(good);
    NotesClaims.made = 0;
    for (let round = 0; round < 3; round++) {
      expect(await call('/notes', token)).toEqual({
        status: 200,
        body: { subject: 'ada', tenant: 'acme', role: 'editor', seats: 3, isTyped: true, mayWrite: true },
      });
    }
    expect(await call('/ruled', token)).toMatchObject({ status: 200 });
    expect(NotesClaims.made).toBe(1);
  });

  it.each<[object, string]>([
    [{ tenant: 7 }, 'tenant isString'],
    [{ tenant: undefined }, 'tenant isString'],
    [{ tenant: 'unknown' }, 'tenant isKnown'],
    [{ role: 'owner-7' }, 'role isIn'],
    [{ plan: { seats: 'x' } }, 'plan.seats isInt'],
    [{ plan: 'x' }, 'plan nestedValidation'],
  ])('%j is an invalid token; the log says why without its values', async (change, reason) => {
    await start(NotesClaims);
    lines.length = 0;
    expect(await call('/notes', issuer.token({ ...good, ...change }))).toEqual({
      status: 401,
      body: { error: 'invalid_token', error_description: 'The access token is not valid' },
    });
    expect(lines).toEqual([`invalid_token: claims: rejected by NotesClaims: ${reason}`]);
  });

  it('come before scopes: a token that fits nowhere is not sent for more of them', async () => {
    await start(NotesClaims);
    expect(await call('/scoped', issuer.token({ ...good, tenant: 7 }))).toMatchObject({ status: 401 });
    expect(await call('/scoped', issuer.token(good))).toMatchObject({ status: 403 });
  });

  it('that says nothing of any claim stops the start', async () => {
    class Forgotten {
      tenant: string;
    }
    await expect(start(Forgotten)).rejects.toThrow('The claims class Forgotten has no decorators of class-validator');
  });
});

describe('claims by a function', () => {
  it.each<[string, ClaimsSource]>([
    ['at once', ({ tenant }) => ({ tenant })],
    ['later', async ({ tenant }) => ({ tenant })],
  ])('%s, once for a token', async (_, read) => {
    let reads = 0;
    await start((claims) => (reads++, (read as (claims: object) => object)(claims)));
    const token = issuer.token(good);
    for (let round = 0; round < 3; round++) {
      expect(await call('/plain', token)).toEqual({ status: 200, body: { claims: { tenant: 'acme' } } });
    }
    expect(reads).toBe(1);
  });

  it.each<[string, ClaimsSource]>([
    [
      'throws',
      () => {
        throw new Error('no tenant');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no tenant'))],
  ])('that %s makes an invalid token', async (_, read) => {
    await start(read);
    lines.length = 0;
    expect(await call('/plain', issuer.token())).toMatchObject({ status: 401, body: { error: 'invalid_token' } });
    expect(lines).toEqual(['invalid_token: claims: no tenant']);
  });

  it('does not change what the guard itself goes by: a bound token stays bound', async () => {
    await start(() => ({}));
    const bound = issuer.token({ cnf: { jkt: 'x'.repeat(43) } });
    expect(await call('/plain', bound)).toMatchObject({ status: 401 });
    expect(await call('/recent', issuer.token({ auth_time: '0s' }))).toMatchObject({ status: 200 });
  });
});
