import { givenServer } from '@consentry/test-support/server/given';
import {
  CALLBACK,
  authorizeUrl,
  call,
  decide,
  exchange,
  refresh,
  register,
  signUp,
} from '@consentry/test-support/world/world';

describe('the six steps of §5', () => {
  const server = givenServer();

  it('takes an application from registration to a refreshed token', async () => {
    const account = await signUp(server);
    const application = await register(server, account);

    const screen = await call<{ sessionID: string }>('GET', authorizeUrl(server, application), {
      headers: account.session,
    });
    expect(screen.status).toBe(200);
    expect(screen.body).toMatchObject({ expires_in: 300, resource: { name: 'Notes' }, redirect_uri: CALLBACK });

    const decision = await decide(server, account, screen.body.sessionID);
    expect(decision.status).toBe(301);
    const location = new URL(decision.headers.get('location') ?? '');
    expect(location.searchParams.get('state')).toBe('a-state');

    const tokens = await exchange(server, application, location.searchParams.get('code') ?? '');
    expect(tokens.body).toMatchObject({ token_type: 'Bearer', expires_in: 1_209_600, scope: 'notes:read notes:write' });

    const next = await refresh(server, tokens.body.refresh_token);
    expect(next.status).toBe(200);
    expect((await refresh(server, tokens.body.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await refresh(server, next.body.refresh_token)).body).toMatchObject({ error: 'invalid_grant' });
  });
});
