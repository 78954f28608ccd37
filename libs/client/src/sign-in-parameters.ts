/** What `begin()` sets by the client's options, or by each sign-in; a request object would replace all of it (RFC 9101). */
const OWN = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'request',
  'request_uri',
] as const;

/** Further parameters of an authorization request, such as `{ prompt: 'consent' }`: none that the client sets itself. */
export type SignInParameters = Readonly<Record<string, string>> & { readonly [name in (typeof OWN)[number]]?: never };

/** Throws a TypeError for a parameter that the client sets itself: `finish()` would fail, or another client sign in. */
export function assertNoneIsOwn(parameters: Readonly<Record<string, string>>): void {
  const given = OWN.filter((name) => Object.hasOwn(parameters, name));
  if (given.length > 0) throw new TypeError(`begin() sets ${given.join(', ')} itself, by the options of the client`);
}
