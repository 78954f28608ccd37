import { NotFoundException } from '@nestjs/common';
import pino from 'pino';
import { OAuthError, invalidRequest } from '../../../protocol/oauth-error';
import { DatabaseUnavailableError, NotBegunError } from '../../database/database-error';
import type { RequestContext } from '../edge/edge-request';
import { errorReply } from './error-reply';
import { FaultLog } from './fault-log';
import { Problem, invalidFields } from './problem';

const OAUTH: RequestContext = {
  id: 'request',
  path: '/oauth2/authorize',
  address: '',
  headers: [],
  body: null,
  noted: {},
  isClosing: () => false,
  isAbandoned: () => false,
  onEnd: () => undefined,
};
const API: RequestContext = { ...OAUTH, path: '/api/accounts' };

describe('errorReply', () => {
  const clock = { time: 0, now: () => clock.time, elapsed: () => clock.time };
  let lines: string[];
  let faults: FaultLog;
  const replyTo = (error: unknown, edge: RequestContext) => {
    const { status, body, headers } = errorReply(error, edge, faults);
    return { status, body: body as Record<string, unknown>, headers };
  };
  beforeEach(() => {
    lines = [];
    const formatters = { level: (level: string) => ({ level }) };
    faults = new FaultLog(clock, pino({ formatters }, { write: (line) => lines.push(line) }));
  });

  it("below /oauth2 speaks OAuth's form (RFC 6749 §5.2)", () => {
    const response = { redirectUri: 'https://a.example.com/', mode: 'query' as const, parameters: { error: 'x' } };
    const error = invalidRequest('why', { response, members: { more: 1 } });
    expect(replyTo(error, OAUTH)).toEqual({
      status: 400,
      body: {
        error: 'invalid_request',
        error_description: 'why',
        more: 1,
        redirect_to: 'https://a.example.com/?error=x',
      },
      headers: {},
    });
    expect(replyTo(new NotFoundException('Cannot GET'), OAUTH)).toMatchObject({
      status: 404,
      body: { error: 'invalid_request' },
    });
    expect(replyTo(new Problem(413, 'too large'), OAUTH)).toMatchObject({
      status: 413,
      body: { error: 'invalid_request' },
    });
    expect(replyTo(new Problem(403, 'no'), OAUTH)).toMatchObject({ status: 403, body: { error: 'access_denied' } });
  });

  it('carries the challenge and the time to wait', () => {
    const error = new OAuthError('invalid_client', 'no', { challenge: 'Basic realm="x"', retryAfter: 2 });
    expect(replyTo(error, OAUTH).headers).toEqual({ 'www-authenticate': 'Basic realm="x"', 'retry-after': '2' });
    expect(replyTo(error, API).headers).toMatchObject({ 'www-authenticate': 'Basic realm="x"', 'retry-after': '2' });
  });

  it('elsewhere speaks problem details (RFC 9457), each field named', () => {
    expect(replyTo(invalidFields([{ field: 'name', detail: 'is missing' }]), API)).toEqual({
      status: 400,
      body: {
        type: 'about:blank',
        title: 'Bad Request',
        status: 400,
        detail: 'the request is not valid: name',
        errors: [{ field: 'name', detail: 'is missing' }],
      },
      headers: { 'content-type': 'application/problem+json; charset=utf-8' },
    });
    expect(replyTo(new OAuthError('access_denied', 'not here'), API).body).toMatchObject({
      title: 'Forbidden',
      status: 403,
      error: 'access_denied',
      detail: 'not here',
    });
  });

  it('a path that cannot be decoded is 400', () => {
    expect(replyTo(new URIError('URI malformed'), API)).toMatchObject({ status: 400 });
  });

  it.each([
    ['an Error', new Error('SELECT secret FROM accounts')],
    ['a TypeError', new TypeError('secret of undefined')],
    ['a text', 'secret'],
    ['nothing', undefined],
  ])('%s that nobody foresaw is 500, tells the caller nothing and the log all that may be told', (_, error) => {
    for (const edge of [OAUTH, API]) {
      const reply = replyTo(error, edge);
      expect([reply.status, reply.body.error]).toEqual([500, 'server_error']);
      expect(JSON.stringify(reply)).not.toMatch(/secret|SELECT|stack|at /);
    }
    expect(lines).toHaveLength(2);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ requestId: 'request', msg: 'request failed' });
  });

  it('a failed query never reaches the log with its parameters', () => {
    const failed = Object.assign(new Error('constraint failed'), { query: 'INSERT', parameters: ['hunter2'] });
    replyTo(failed, API);
    expect(lines.join()).toContain('constraint failed');
    expect(lines.join()).not.toContain('hunter2');
  });

  it('a database that is busy or full is 503 with Retry-After', () => {
    for (const code of ['SQLITE_BUSY', 'SQLITE_FULL']) {
      const reply = replyTo(Object.assign(new Error('database'), { code }), OAUTH);
      expect(reply).toMatchObject({
        status: 503,
        body: { error: 'temporarily_unavailable' },
        headers: { 'retry-after': '2' },
      });
    }
  });

  it.each([
    ['more sign-ins than places', () => new OAuthError('temporarily_unavailable', 'too many sign-ins at once')],
    ['more writes than the queue takes', () => new NotBegunError('too many writes are waiting')],
  ])('what load refuses is a warning once a minute, counted: %s', (_, make) => {
    for (let n = 0; n < 1_000; n += 1) expect(replyTo(make(), API).status).toBe(503);
    clock.time += 60_000;
    replyTo(make(), API);
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 'warn', refused: 1 },
      { level: 'warn', refused: 1_000 },
    ]);
  });

  it('a database that cannot be used is an error once a minute, counted, and each reason at once', () => {
    const lost = () => new DatabaseUnavailableError('no', Object.assign(new Error('lost'), { code: 'ECONNRESET' }));
    const full = () => new DatabaseUnavailableError('no', Object.assign(new Error('full'), { code: 'SQLITE_FULL' }));
    for (let n = 0; n < 1_000; n += 1) replyTo(lost(), API);
    replyTo(full(), API);
    clock.time += 60_000;
    replyTo(lost(), API);
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 'error', failed: 1, fault: { code: 'ECONNRESET' } },
      { level: 'error', failed: 1, fault: { code: 'SQLITE_FULL' } },
      { level: 'error', failed: 1_000, fault: { code: 'ECONNRESET' } },
    ]);
  });

  it("gives the request's line the error's code", () => {
    const edge: RequestContext = { ...OAUTH, noted: {} };
    replyTo(invalidRequest('why'), edge);
    expect(edge.noted).toEqual({ error: 'invalid_request' });
  });

  it('what the caller did wrong is not logged as a fault', () => {
    replyTo(invalidRequest('why'), OAUTH);
    expect(lines).toEqual([]);
  });
});
