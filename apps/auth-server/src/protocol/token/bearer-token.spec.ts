import { insufficientScope, invalidToken, presentedBearer } from './bearer-token';
import { OAuthError } from '../oauth-error';

function refusal(act: () => unknown): OAuthError {
  try {
    act();
  } catch (error) {
    if (error instanceof OAuthError) return error;
  }
  throw new Error('not refused');
}

describe('presentedBearer', () => {
  it.each([
    ['Bearer mF_9.B5f-4.1JqM', undefined],
    ['bearer mF_9.B5f-4.1JqM', undefined],
    ['BEARER   mF_9.B5f-4.1JqM ', undefined],
    [undefined, 'mF_9.B5f-4.1JqM'],
  ])('finds the token in %j and the body %j', (authorization, inBody) => {
    expect(presentedBearer(authorization, inBody)).toBe('mF_9.B5f-4.1JqM');
  });

  it.each([undefined, '', 'Bearer', 'Bearer ', 'Basic YTpi', 'DPoP token', 'Bearer two tokens', 'Bearer a,b'])(
    'asks for one where the header is %j, and names no error',
    (authorization) => {
      const { status, detail } = refusal(() => presentedBearer(authorization, undefined));
      expect([status, detail.challenge]).toEqual([401, 'Bearer realm="consentry"']);
    },
  );

  it('takes one at a time', () => {
    const { status, code, detail } = refusal(() => presentedBearer('Bearer a', 'a'));
    expect([status, code]).toEqual([400, 'invalid_request']);
    expect(detail.challenge).toMatch(/^Bearer realm="consentry", error="invalid_request", error_description="[^"]+"$/);
  });
});

describe('refusals of an access token', () => {
  it('say in the challenge what they say in the body', () => {
    const { status, description, detail } = invalidToken();
    expect(status).toBe(401);
    expect(detail.challenge).toBe(
      `Bearer realm="consentry", error="invalid_token", error_description="${description}"`,
    );
  });

  it('name the scope that is needed', () => {
    const { status, detail } = insufficientScope('openid');
    expect(status).toBe(403);
    expect(detail.challenge).toMatch(/error="insufficient_scope".*, scope="openid"$/);
  });
});
