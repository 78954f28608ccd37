import { decodeJwt } from 'jose';
import { givenAccount, givenApplication, givenServer } from '@consentry/test-support/server/given';
import { changeClient } from '@consentry/test-support/world/keyed-client';
import { settingsOf } from '@consentry/test-support/world/two-resources';
import {
  type Tokens,
  authorizeUrl,
  call,
  decide,
  exchange,
  obtainCode,
  query,
  refresh,
  register,
  requestConsent,
} from '@consentry/test-support/world/world';

const NOTES = 'http://localhost:3001';
const scope = (name: string) => ({ name, description: name });
const IN_GERMAN = { de: { description: 'Eine Notiz ändern', names: { id: 'Notiz' } } };
const RESOURCES = [
  {
    url: NOTES,
    name: 'Notes',
    scopes: [scope('notes:read'), scope('notes:write')],
    authorization_details_types: [
      {
        ...{ type: 'note', description: 'Change one note', names: { id: 'Note' }, texts: IN_GERMAN },
        ...{ fields: { id: 'string', actions: 'string[]' }, required: ['id'] },
      },
      { type: 'export', description: 'Export your notes' },
    ],
  },
  {
    url: 'https://photos.example.com',
    name: 'Photos',
    scopes: [scope('photos:read')],
    authorization_details_types: [{ type: 'album', description: 'See an album' }],
  },
];

type WithDetails = Tokens & { authorization_details?: unknown; error?: string };

describe('RFC 9396: rich authorization requests', () => {
  const server = givenServer({ env: settingsOf(RESOURCES) });
  const account = givenAccount(server);
  const application = givenApplication(server, account);

  const NOTE = { type: 'note', id: '7', actions: ['read'] };
  const EXPORT = { type: 'export' };
  const asking = (...details: object[]) => ({ authorization_details: JSON.stringify(details) });
  const ALONE = { ...asking(NOTE, EXPORT), scope: undefined };
  const ask = (override: Record<string, string | undefined>, of = application) =>
    call('GET', authorizeUrl(server, of, override), { headers: account.session });
  const errorOf = ({ status, body }: { status: number; body: { error?: unknown } }) => [status, body.error];
  const INVALID = [400, 'invalid_authorization_details'];
  const tokensOf = async (override: Record<string, string | undefined>) => {
    const code = await obtainCode(server, account, application, override);
    return (await exchange(server, application, code)).body as WithDetails;
  };

  it('§3 may stand alone or beside scope, and is shown to the account', async () => {
    const alone = await requestConsent(server, account, application, ALONE);
    expect(alone).toMatchObject({
      scopes: [],
      resource: { url: NOTES },
      authorization_details: [
        { ...NOTE, description: 'Change one note' },
        { ...EXPORT, description: 'Export your notes' },
      ],
      authorization_details_types: [
        { type: 'note', description: 'Change one note', names: { id: 'Note' }, texts: IN_GERMAN },
        { type: 'export', description: 'Export your notes' },
      ],
    });
    const beside = await requestConsent(server, account, application, asking(NOTE));
    expect(beside).toMatchObject({ scopes: [{ name: 'notes:read' }, { name: 'notes:write' }] });
    expect(await requestConsent(server, account, application)).not.toHaveProperty('authorization_details');
  });

  const refused: [string, object[]][] = [
    ['§5 an unknown type', [{ type: 'unknown' }]],
    ['§5 an unknown field', [{ ...NOTE, more: 1 }]],
    ['§5 a field of another kind', [{ ...NOTE, id: 7 }]],
    ['§5 a required field missing', [{ type: 'note' }]],
    ['§2.2 another location', [{ ...NOTE, locations: ['https://photos.example.com'] }]],
    ['§2 no type', [{ id: '7' }]],
    ['types of two resources', [NOTE, { type: 'album' }]],
  ];
  it.each(refused)('%s is invalid_authorization_details, at both endpoints', async (_, details) => {
    const answer = await ask(asking(...details));
    expect(errorOf(answer)).toEqual(INVALID);
    expect(new URL(answer.body.redirect_to as string).searchParams.get('error')).toBe(INVALID[1]);
    const { client_id, client_secret, redirect_uris } = application;
    const request = { client_id, client_secret, redirect_uri: redirect_uris[0], response_type: 'code', state: 's' };
    const body = new URLSearchParams(query({ ...request, ...asking(...details) }));
    expect(errorOf(await call('POST', `${server.url}/oauth2/par`, { body }))).toEqual(INVALID);
  });

  it('§3.2 all of a request is for one resource', async () => {
    expect(errorOf(await ask({ ...asking(NOTE), scope: 'photos:read' }))).toEqual([400, 'invalid_target']);
    const resource = 'https://photos.example.com';
    expect(errorOf(await ask({ ...ALONE, resource }))).toEqual([400, 'invalid_target']);
    expect((await ask({ ...ALONE, resource: NOTES })).status).toBe(200);
    expect((await ask({ ...asking({ ...NOTE, locations: [NOTES] }), scope: 'openid' })).status).toBe(200);
  });

  it('§7 the token response and §9.1 the access token tell what was granted, without a scope too', async () => {
    for (const override of [ALONE, { ...asking(NOTE, EXPORT), scope: 'notes:read' }]) {
      const { access_token, authorization_details } = await tokensOf(override);
      expect(authorization_details).toEqual([NOTE, EXPORT]);
      expect(decodeJwt(access_token)).toMatchObject({ aud: NOTES, authorization_details: [NOTE, EXPORT] });
    }
    expect(await tokensOf({})).not.toHaveProperty('authorization_details');
  });

  it('§6 the token request may ask for a part, and for no more', async () => {
    const code = await obtainCode(server, account, application, ALONE);
    for (const more of [{ ...NOTE, id: '8' }, { ...NOTE, actions: ['read', 'write'] }, { type: 'album' }])
      expect(errorOf(await exchange(server, application, code, asking(more)))).toEqual(INVALID);
    const { body } = await exchange(server, application, code, asking(EXPORT));
    expect((body as WithDetails).authorization_details).toEqual([EXPORT]);
    const all = await refresh(server, body.refresh_token);
    expect((all.body as WithDetails).authorization_details).toEqual([NOTE, EXPORT]);
  });

  it('§6 a refresh keeps them, may ask for a part, and is not spent where it asks for more', async () => {
    for (const override of [ALONE, asking(NOTE, EXPORT)]) {
      const { refresh_token } = await tokensOf(override);
      expect(errorOf(await refresh(server, refresh_token, asking({ ...NOTE, id: '8' })))).toEqual(INVALID);
      const part = await refresh(server, refresh_token, asking(NOTE));
      expect((part.body as WithDetails).authorization_details).toEqual([NOTE]);
      const all = await refresh(server, part.body.refresh_token);
      expect((all.body as WithDetails).authorization_details).toEqual([NOTE, EXPORT]);
    }
  });

  it('a detail is shown and given once, however often the authorization request, the token request or a refresh names it', async () => {
    const turned = { actions: NOTE.actions, id: NOTE.id, type: NOTE.type };
    const twice = asking(NOTE, turned, EXPORT, NOTE);
    const screen = await requestConsent(server, account, application, twice);
    expect(screen.authorization_details).toHaveLength(2);
    const detailsOf = ({ body }: { body: unknown }) => (body as WithDetails).authorization_details;
    for (const override of [{}, twice]) {
      const code = await obtainCode(server, account, application, { ...ALONE, ...twice });
      const tokens = await exchange(server, application, code, override);
      expect(detailsOf(tokens)).toEqual([NOTE, EXPORT]);
      expect(decodeJwt(tokens.body.access_token).authorization_details).toEqual([NOTE, EXPORT]);
      const part = await refresh(server, tokens.body.refresh_token, asking(NOTE, turned, NOTE));
      expect(detailsOf(part)).toEqual([NOTE]);
      expect(detailsOf(await refresh(server, part.body.refresh_token))).toEqual([NOTE, EXPORT]);
    }
  });

  it('§10 a client asks for the types that it may use', async () => {
    const limited = await register(server, account);
    await changeClient(server, limited, { authorization_details_types: 'export' });
    expect(errorOf(await ask(asking(NOTE), limited))).toEqual(INVALID);
    expect((await ask(asking(EXPORT), limited)).status).toBe(200);
  });

  it('§10 the metadata names the types', async () => {
    const { body } = await call('GET', `${server.url}/.well-known/oauth-authorization-server`);
    expect(body.authorization_details_types_supported).toEqual(['note', 'export', 'album']);
  });

  it('§12 nothing is granted unasked: prompt=none is consent_required', async () => {
    await tokensOf(ALONE);
    const answer = await ask({ ...asking(EXPORT), prompt: 'none' });
    expect(new URL(answer.headers.get('location')!).searchParams.get('error')).toBe('consent_required');
  });

  it('a decision for details alone needs no scope, and can be a refusal', async () => {
    const { sessionID } = await requestConsent(server, account, application, ALONE);
    const refusal = await decide(server, account, sessionID, { is_rejected: true });
    expect(refusal.headers.get('location')).toContain('access_denied');
  });
});
