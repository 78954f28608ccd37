import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { ApplicationConfig, HttpAdapterHost, ModulesContainer } from '@nestjs/core';
import { PassportStrategy } from '@nestjs/passport';

import { authorizationOf } from '../bearer/authorization-header.ts';
import { BearerFault, isBearerFault } from '../bearer/bearer-fault.ts';
import { credentialsOf } from '../bearer/credentials.ts';
import { BearerError } from '../nest/bearer.error.ts';
import type { TypedTokens } from '../nest/claims/typed-tokens.ts';
import type { GuardSettings } from '../nest/guard.settings.ts';
import { GUARD_SETTINGS, POSSESSION, REQUEST_TOKEN, TYPED_TOKENS, VERIFIER } from '../nest/guard.tokens.ts';
import { isDpopCall, type Possession, type ProvenRequest } from '../nest/possession.ts';
import type { AccessTokenVerifier } from '../verify/access-token-verifier.ts';
import type { VerifiedAccessToken } from '../verify/token/verified-access-token.ts';
import { PassportCall } from './passport-call.ts';
import { assertNothingIsUnchecked } from './unchecked-demands.ts';

interface PassportRequest extends ProvenRequest {
  /** Express' response. */
  readonly res?: unknown;
  [REQUEST_TOKEN]?: VerifiedAccessToken;
}

/**
 * Serves apps built on `@nestjs/passport`: `AuthGuard('consentry-bearer')` sets `request.user` to the `VerifiedAccessToken`.
 * It shares the verifier of `GuardModule`, its cache and its revocations, and knows the option `dpop`. Passport does not
 * see the route: the start stops with an Error where a `policy` is given, and where a handler has `@RequireScopes()`,
 * `@Sse()` or another decorator that only `JwtBearerGuard` obeys, and no such guard.
 *
 * @example { imports: [GuardModule.forRoot({ … })], providers: [BearerStrategy] }
 */
@Injectable()
export class BearerStrategy extends PassportStrategy(PassportCall, 'consentry-bearer') implements OnModuleInit {
  constructor(
    @Inject(VERIFIER) private readonly verifier: AccessTokenVerifier,
    @Inject(GUARD_SETTINGS) private readonly settings: GuardSettings,
    @Inject(POSSESSION) private readonly proofs: Possession,
    @Inject(TYPED_TOKENS) private readonly typed: TypedTokens | undefined,
    @Inject(HttpAdapterHost) private readonly adapterHost: HttpAdapterHost,
    @Inject(ModulesContainer) private readonly modules: ModulesContainer,
    @Inject(ApplicationConfig) private readonly config: ApplicationConfig,
  ) {
    super();
  }

  /** Throws an Error that names what would be left unchecked, and the ways out. */
  onModuleInit(): void {
    assertNothingIsUnchecked(this.settings, this.modules, this.config);
  }

  /** Called by passport, on an object of its own for each call. */
  authenticate(request: PassportRequest): void {
    this.tokenOf(request).then(
      (token) => {
        request[REQUEST_TOKEN] = token;
        this.success(token);
      },
      (error: unknown) => this.refuse(error, request),
    );
  }

  /** Passport's strategies verify here; this one has done so. */
  validate(): never {
    throw new Error('BearerStrategy verifies by itself');
  }

  private async tokenOf(request: PassportRequest): Promise<VerifiedAccessToken> {
    const credentials = credentialsOf(authorizationOf(request));
    if (credentials === undefined) throw BearerFault.missingToken();
    const token = await this.verifier.verify(credentials.token);
    const { needsDpop } = this.settings;
    await this.proofs.assertPossession(token, credentials, request, { audiences: undefined, needsDpop });
    return this.typed === undefined ? token : this.typed.of(token);
  }

  private refuse(fault: unknown, request: PassportRequest): void {
    if (!isBearerFault(fault)) return this.error(fault);
    const isDpop = fault.details.wantsDpop || this.settings.needsDpop || isDpopCall(request);
    const error = new BearerError(fault, this.settings, { isDpop });
    this.setHeaders(error, request);
    // Without a token of ours, the guard's next strategy may find what it wants.
    if (fault.code === 'missing_token') this.fail(error.challenge, error.getStatus());
    else this.error(error);
  }

  private setHeaders({ challenge, retryAfter }: BearerError, { res }: PassportRequest): void {
    if (res === undefined) return;
    const { httpAdapter } = this.adapterHost;
    httpAdapter.setHeader(res, 'Cache-Control', 'no-store');
    if (challenge !== undefined) httpAdapter.setHeader(res, 'WWW-Authenticate', challenge);
    if (retryAfter !== undefined) httpAdapter.setHeader(res, 'Retry-After', String(retryAfter));
  }
}
