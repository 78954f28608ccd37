import type { CanActivate } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';

import { BearerFault } from '../bearer/bearer-fault.ts';

/**
 * Passport's guard for one strategy: sets `request.user`, or throws a BearerFault. Not `AuthGuard`: the options of the
 * host's PassportModule would apply to it.
 */
export function passportGuardFor(strategy: string): CanActivate {
  class BearerPassportGuard extends AuthGuard(strategy) {
    override handleRequest<User>(error: unknown, user: User | false, info?: Partial<Error>): User {
      if (error) throw error as Error;
      // Only jsonwebtoken's refusals arrive here; the guard's own are the error.
      if (!user) throw BearerFault.invalidToken(reasonOf(info));
      return user;
    }
  }
  return new BearerPassportGuard({ session: false, property: 'user' });
}

/** JSON.parse quotes its input, and no text of a token belongs in the log. */
function reasonOf(info: Partial<Error> | undefined): string {
  return (info?.name === 'JsonWebTokenError' && info.message) || 'the token cannot be read';
}
