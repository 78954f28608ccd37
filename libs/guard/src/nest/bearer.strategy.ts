import { randomUUID } from 'node:crypto';

import { PassportStrategy } from '@nestjs/passport';
import { type SecretOrKeyProvider, Strategy } from 'passport-jwt';

import { authorizationOf, type HeaderSource } from '../bearer/authorization-header.ts';
import { BearerFault } from '../bearer/bearer-fault.ts';
import { bearerTokenOf, dpopTokenOf } from '../bearer/bearer-token.ts';
import { type JsonObject, parseCompactJws, parseJwsHeader } from '../verify/compact-jws.ts';
import type { TokenVerifier } from '../verify/token-verifier.ts';

type Request = Parameters<Strategy['authenticate']>[0];

/** jsonwebtoken's result with `complete: true`. */
interface CompleteToken {
  readonly header: JsonObject;
  readonly payload: unknown;
}

/**
 * Registers a passport strategy and returns its name, which is unique: passport is global, and two applications in one
 * process must not verify each other's tokens.
 */
export function registerBearerStrategy(verifier: TokenVerifier): string {
  const name = `consentry-bearer-${randomUUID()}`;
  new (bearerStrategy(name))(verifier);
  return name;
}

const bearerStrategy = (name: string) =>
  class BearerStrategy extends PassportStrategy(Strategy, name) {
    constructor(private readonly verifier: TokenVerifier) {
      super({
        jwtFromRequest: (request: HeaderSource) => tokenOf(request) ?? null,
        secretOrKeyProvider: keyProvider(verifier),
        algorithms: ['RS256', 'ES256'],
        // jsonwebtoken has its own clock and one tolerance for both dates; `accept` checks them instead.
        ignoreExpiration: true,
        jsonWebTokenOptions: { complete: true, ignoreNotBefore: true },
      });
    }

    override authenticate(request: Request, options?: unknown): void {
      try {
        const token = tokenOf(request);
        if (token === undefined) throw BearerFault.missingToken();
        if (parseJwsHeader(token).alg === 'EdDSA') void this.authenticateEdDsa(token);
        else super.authenticate(request, options);
      } catch (error) {
        this.error(error as Error);
      }
    }

    /** Passport's callback after a verified signature. */
    validate({ header, payload }: CompleteToken): unknown {
      return this.verifier.accept(header, payload);
    }

    private authenticateEdDsa(token: string): Promise<void> {
      return this.verifier.verifyEdDsa(token).then(
        (accessToken) => this.success(accessToken),
        (error: Error) => this.error(error),
      );
    }
  };

function tokenOf(request: HeaderSource): string | undefined {
  const authorization = authorizationOf(request);
  return bearerTokenOf(authorization) ?? dpopTokenOf(authorization);
}

/** passport-jwt's key look-up. Called on the strategy, `error` does not become a 401 as `done(error)` does. */
function keyProvider(verifier: TokenVerifier): SecretOrKeyProvider<Request> {
  return function (this: Pick<Strategy, 'error'>, _request, token: string, done) {
    verifier.keyOf(parseCompactJws(token)).then(
      // The types lack KeyObject, which jsonwebtoken accepts and then parses nothing.
      ({ key }) => done(null, key as unknown as Buffer),
      (error: Error) => this.error(error),
    );
  };
}
