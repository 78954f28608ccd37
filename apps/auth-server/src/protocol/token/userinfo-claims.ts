/** What is told of an account (OpenID Connect Core §5.3.2). */
export interface UserinfoClaims {
  sub: string;
  name?: string;
  email?: string;
  /** Nobody has asked the mailbox. */
  email_verified?: false;
}

/** What the scopes let be told (§5.4). What is not known is left out, never null (§5.3.2). */
export function userinfoClaims(
  { id, name, email }: { id: string; name: string | null; email: string | null },
  scope: readonly string[],
): UserinfoClaims {
  return {
    sub: id,
    ...(scope.includes('profile') && name !== null && { name }),
    ...(scope.includes('email') && email !== null && { email, email_verified: false }),
  };
}
