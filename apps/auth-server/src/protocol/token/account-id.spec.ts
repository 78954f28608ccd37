import { isAccountId } from './account-id';

describe('a subject that can be the id of an account', () => {
  it.each(['7', 'ada', 'auth0|5f7c8ec7c33c6c004bbafe82', 'ada@example.com', '...', 'a/b?c#d%2e', 'x'.repeat(36)])(
    'is one: %s',
    (subject) => expect(isAccountId(subject)).toBe(true),
  );

  it.each(['', '.', '..', 'x'.repeat(37), 'a b', ' a', 'a\n', 'ä', 'a\u0000', '😀'])('is none: %j', (subject) =>
    expect(isAccountId(subject)).toBe(false),
  );
});
