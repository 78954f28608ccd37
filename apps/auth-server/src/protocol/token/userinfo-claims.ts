import type { Claims } from './own-claims';

/** OpenID Connect Core §5.1. */
export interface ProfileClaims {
  name?: string;
  email?: string;
  /** Whether the account proved that it reads the mailbox. */
  email_verified?: boolean;
}

/** §5.3.2. */
export interface UserinfoClaims extends ProfileClaims {
  sub: string;
}

/** `emailVerifiedAt` is in epoch milliseconds. */
interface KnownProfile {
  name: string | null;
  email: string | null;
  emailVerifiedAt: number | null;
}

/** §5.4; unknown claims are absent, never null (§5.3.2). */
export function profileClaims({ name, email, emailVerifiedAt }: KnownProfile, scope: readonly string[]): ProfileClaims {
  return {
    ...(scope.includes('profile') && name !== null && { name }),
    ...(scope.includes('email') && email !== null && { email, email_verified: emailVerifiedAt !== null }),
  };
}

export function userinfoClaims(
  account: KnownProfile & { id: string },
  scope: readonly string[],
  own: Claims | null = null,
): UserinfoClaims {
  return { sub: account.id, ...profileClaims(account, scope), ...own };
}
