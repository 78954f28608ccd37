import type { Claims } from './own-claims';

/** OpenID Connect Core §5.3.2. */
export interface UserinfoClaims {
  sub: string;
  name?: string;
  email?: string;
  /** Whether the account proved that it reads the mailbox. */
  email_verified?: boolean;
}

/** `emailVerifiedAt` is in epoch milliseconds. */
interface KnownAccount {
  id: string;
  name: string | null;
  email: string | null;
  emailVerifiedAt: number | null;
}

/** §5.4; unknown claims are absent, never null (§5.3.2). */
export function userinfoClaims(
  { id, name, email, emailVerifiedAt }: KnownAccount,
  scope: readonly string[],
  own: Claims | null = null,
): UserinfoClaims {
  return {
    sub: id,
    ...(scope.includes('profile') && name !== null && { name }),
    ...(scope.includes('email') && email !== null && { email, email_verified: emailVerifiedAt !== null }),
    ...own,
  };
}
