import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';

import { authorizationOf } from '../bearer/authorization-header.ts';
import { BearerFault, isBearerFault } from '../bearer/bearer-fault.ts';
import { type Credentials, credentialsOf } from '../bearer/credentials.ts';
import { hasScopes } from '../bearer/scope.ts';
import type { AccessTokenVerifier } from '../verify/access-token-verifier.ts';
import { assertAuthentication } from '../verify/token/authentication.rule.ts';
import type { VerifiedAccessToken } from '../verify/token/verified-access-token.ts';
import { assertAllowed } from './access/decision.ts';
import { policyLookup } from './access/policy-lookup.ts';
import { RouteAccessTable, type RouteAccess } from './access/route-access.ts';
import type { TypedTokens } from './claims/typed-tokens.ts';
import { isPromise } from '../verify/is-promise.ts';
import { BearerError } from './bearer.error.ts';
import type { GuardSettings } from './guard.settings.ts';
import {
  GUARD_BRAND,
  GUARD_SETTINGS,
  METRICS,
  POSSESSION,
  TRANSPORTS,
  TYPED_TOKENS,
  VERIFIER,
} from './guard.tokens.ts';
import { isDpopCall, type Possession, type ProvenRequest } from './possession.ts';
import { CallReports } from './reports/call-reports.ts';
import type { GuardMetrics } from './reports/guard-metrics.ts';
import { holdToken } from './transports/carrier.ts';
import type { Transport } from './transports/transport.ts';
import type { Transports } from './transports/transports.ts';

/**
 * Admits a call with an access token for this service and the route's scopes, and sets `request.user` to the
 * `VerifiedAccessToken`; a bound token needs its proof (RFC 9449). Without a token it admits calls to `@Public()` and
 * `@OptionalAccessToken()` routes. Else throws a `BearerError`; for gateways and
 * microservices Nest's own exception, whose `cause` it is.
 *
 * @example { provide: APP_GUARD, useClass: JwtBearerGuard } // or @UseGuards(JwtBearerGuard)
 */
@Injectable()
export class JwtBearerGuard implements CanActivate {
  static readonly [GUARD_BRAND] = true;
  private readonly reports: CallReports;
  private readonly routes: RouteAccessTable;

  constructor(
    @Inject(VERIFIER) private readonly verifier: AccessTokenVerifier,
    @Inject(GUARD_SETTINGS) private readonly settings: GuardSettings,
    @Inject(POSSESSION) private readonly proofs: Possession,
    @Inject(TYPED_TOKENS) private readonly typed: TypedTokens | undefined,
    @Inject(METRICS) metrics: GuardMetrics | undefined,
    @Inject(TRANSPORTS) private readonly transports: Transports,
    @Inject(ModuleRef) modules: ModuleRef,
  ) {
    this.reports = new CallReports(metrics, settings.onRefused);
    this.routes = new RouteAccessTable(settings, policyLookup(modules));
  }

  /** Not a promise for a token that was verified before: Nest waits a turn for each. */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const access = this.routes.of(context);
    if (access.isPublic) return true;
    const transport = this.transports.of(context);
    if (access.answersPreflights && isPreflight(transport.requestOf(context))) {
      holdToken(context, null);
      return true;
    }
    const call: Call = { context, transport, access };
    try {
      const credentials = credentialsOf(authorizationOf(transport.requestOf(context)));
      if (credentials === undefined) return this.admitWithout(call);
      const admit = (token: VerifiedAccessToken) => this.admit(token, credentials, call);
      const verified = this.verifier.verify(credentials.token, access.audiences);
      const admitted = isPromise(verified) ? verified.then(admit) : admit(verified);
      return admitted === true || admitted.catch((error: unknown) => this.refuse(error, call));
    } catch (error) {
      return this.refuse(error, call);
    }
  }

  private admitWithout({ context, access }: Call): true {
    if (!access.isOptional) throw BearerFault.missingToken();
    holdToken(context, null);
    this.reports.accepted();
    return true;
  }

  /** What is wrong with the token itself first, then how the user signed in, so that one new token can cure both. */
  private admit(token: VerifiedAccessToken, credentials: Credentials, call: Call): true | Promise<true> {
    const { context, transport, access } = call;
    call.token = token;
    const proven = this.proofs.assertPossession(token, credentials, transport.requestOf(context), access);
    return proven === undefined ? this.admitProven(token, call) : proven.then(() => this.admitProven(token, call));
  }

  private admitProven(token: VerifiedAccessToken, call: Call): true | Promise<true> {
    const typed = this.typed === undefined ? token : this.typed.of(token);
    if (isPromise(typed)) return typed.then((read) => this.allow(token, read, call));
    return this.allow(token, typed, call);
  }

  /** Decides by the claims as they were signed; policies and handlers get them as the host reads them. */
  private allow(token: VerifiedAccessToken, typed: VerifiedAccessToken, { context, transport, access }: Call) {
    const { authentication, scopeGroups, policies } = access;
    if (authentication !== undefined) assertAuthentication(token, authentication, this.settings.clock.now());
    if (!hasScopes(token.scopes, scopeGroups)) throw BearerFault.insufficientScope();
    const allowed = assertAllowed(policies, typed, context);
    if (allowed !== undefined) return allowed.then(() => this.hold(typed, context, transport));
    return this.hold(typed, context, transport);
  }

  private hold(token: VerifiedAccessToken, context: ExecutionContext, transport: Transport): true {
    transport.hold(context, token);
    this.reports.accepted();
    return true;
  }

  private refuse(error: unknown, { context, transport, access, token }: Call): never {
    if (!isBearerFault(error)) throw error;
    const request = transport.requestOf(context);
    this.reports.refused(error, context, request, token);
    const isDpop = error.details.wantsDpop || access.needsDpop || isDpopCall(request);
    const refusal = new BearerError(error, this.settings, { isDpop, scopes: access.wantedScopes });
    throw transport.refusalOf(refusal, context);
  }
}

interface Call {
  readonly context: ExecutionContext;
  readonly transport: Transport;
  readonly access: RouteAccess;
  /** Once it is verified. */
  token?: VerifiedAccessToken;
}

/** A browser's question before a call (Fetch standard, CORS preflight); the route is one of OPTIONS. */
function isPreflight({ headers }: ProvenRequest): boolean {
  return headers?.origin !== undefined && headers['access-control-request-method'] !== undefined;
}
