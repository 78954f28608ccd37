/** OpenID Connect Core §5.3.2. */
export interface UserinfoClaims {
  sub: string;
  name?: string;
  email?: string;
  /** Addresses are not verified. */
  email_verified?: false;
}

/** §5.4; unknown claims are absent, never null (§5.3.2). */
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
