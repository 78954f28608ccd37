import { Logger, Module } from '@nestjs/common';
import { HttpAdapterHost, ModulesContainer } from '@nestjs/core';

import type { Clock } from '../verify/clock.ts';
import { Introspection } from '../verify/introspection/introspection.ts';
import { introspect } from '../verify/introspection/introspection-call.ts';
import { fetchKeySet } from '../verify/keys/key-set-fetch.ts';
import { KeyStore } from '../verify/keys/key-store.ts';
import { AccessTokenVerifier } from '../verify/access-token-verifier.ts';
import { TokenWatch } from '../verify/token-watch.ts';
import { TypedTokens } from './claims/typed-tokens.ts';
import { describeFailure } from '../verify/failure-text.ts';
import { ConfigurableModuleClass } from './guard.module-definition.ts';
import { type GuardSettings, parseGuardOptions } from './guard.settings.ts';
import {
  VERIFIER,
  GUARD_OPTIONS,
  GUARD_SETTINGS,
  METRICS,
  POSSESSION,
  REVOCATION_FEEDS,
  TRANSPORTS,
  TYPED_TOKENS,
} from './guard.tokens.ts';
import { GuardHealthIndicator } from './health/guard-health.indicator.ts';
import { Possession } from './possession.ts';
import { GuardMetrics } from './reports/guard-metrics.ts';
import { RevocationFeeds } from './revocation-feeds.ts';
import { GatewayHandshakes } from './sockets/gateway-handshakes.ts';
import { OpenSockets } from './sockets/open-sockets.ts';
import { gatewaysOf, handlersWith } from './start/handlers.ts';
import { RPC_HANDLER } from './start/nest-metadata.ts';
import { OtherMessages } from './start/other-messages.ts';
import { PolicyChecks } from './start/policy-checks.ts';
import { StartUpChecks } from './start/start-up-checks.ts';
import { loadNestExceptions } from './transports/nest-exceptions.ts';
import { Transports } from './transports/transports.ts';

/**
 * Configures `JwtBearerGuard`. Wrong options stop the start with an Error that names each. Nothing is fetched at start:
 * the issuer may start later.
 *
 * @example GuardModule.forRoot({ issuer: 'https://auth.example.com', audience: 'https://notes.example.com' })
 */
@Module({
  providers: [
    { provide: GUARD_SETTINGS, useFactory: parseGuardOptions, inject: [GUARD_OPTIONS] },
    { provide: METRICS, useFactory: newMetrics, inject: [GUARD_SETTINGS] },
    { provide: REVOCATION_FEEDS, useFactory: newFeeds, inject: [GUARD_SETTINGS] },
    { provide: VERIFIER, useFactory: newVerifier, inject: [GUARD_SETTINGS, REVOCATION_FEEDS, METRICS] },
    { provide: TYPED_TOKENS, useFactory: newTypedTokens, inject: [GUARD_SETTINGS] },
    {
      provide: POSSESSION,
      useFactory: (settings: GuardSettings) => new Possession(settings),
      inject: [GUARD_SETTINGS],
    },
    {
      provide: TRANSPORTS,
      useFactory: newTransports,
      inject: [HttpAdapterHost, ModulesContainer, GUARD_SETTINGS, VERIFIER],
    },
    GuardHealthIndicator,
    GatewayHandshakes,
    OtherMessages,
    PolicyChecks,
    StartUpChecks,
  ],
  exports: [GuardHealthIndicator, GUARD_SETTINGS, METRICS, POSSESSION, TRANSPORTS, TYPED_TOKENS, VERIFIER],
})
export class GuardModule extends ConfigurableModuleClass {}

function newMetrics({ meter }: GuardSettings): GuardMetrics | undefined {
  return meter && new GuardMetrics(meter);
}

function newFeeds({ clock }: GuardSettings): RevocationFeeds {
  return new RevocationFeeds(clock);
}

function newVerifier(settings: GuardSettings, feeds: RevocationFeeds, metrics?: GuardMetrics): AccessTokenVerifier {
  const { clock, cacheSize } = settings;
  const issuers = settings.issuers.map(({ issuer, profile, audiences, jwksUri, revocations }) => {
    const keys = keyStore(jwksUri, clock);
    return { issuer, profile, audiences, keys, revocations: feeds.open(issuer, keys, revocations) };
  });
  metrics?.watch(issuers);
  const introspection = introspectionOf(settings);
  return new AccessTokenVerifier({ issuers, introspection, clock, cacheSize, observer: metrics });
}

function introspectionOf({ issuers, clock }: GuardSettings): Introspection | undefined {
  const trusted = issuers.find((one) => one.introspection !== undefined);
  if (trusted?.introspection === undefined) return undefined;
  const { issuer, audiences, introspection: endpoint } = trusted;
  const logger = new Logger('JwtBearerGuard');
  const onFailure = (error: unknown) =>
    logger.error(
      `Cannot ask ${endpoint.uri} about a token: ${describeFailure(error)}. Calls with such tokens are answered with 503.`,
    );
  const ask = (token: string) => introspect(token, endpoint);
  return new Introspection({ issuer, audiences, clock, maxAge: endpoint.maxAge, ask, onFailure });
}

async function newTransports(
  adapterHost: HttpAdapterHost,
  modules: ModulesContainer,
  settings: GuardSettings,
  verifier: AccessTokenVerifier,
): Promise<Transports> {
  const used = {
    ws: gatewaysOf(modules).length > 0,
    rpc: handlersWith(RPC_HANDLER, modules, 'controllers').length > 0,
  };
  const sockets = new OpenSockets(new TokenWatch(verifier, settings.clock), settings);
  return new Transports(adapterHost, settings, sockets, await loadNestExceptions(used));
}

function newTypedTokens({ claims }: GuardSettings): Promise<TypedTokens> | undefined {
  return claims && TypedTokens.by(claims);
}

function keyStore(jwksUri: string, clock: Clock): KeyStore {
  const logger = new Logger('JwtBearerGuard');
  const onFailure = (error: unknown, hasKeys: boolean) => {
    const what = `Cannot read the issuer's keys from ${jwksUri}: ${describeFailure(error)}.`;
    if (hasKeys) logger.warn(`${what} Those read before stay in use.`);
    else logger.error(`${what} Guarded calls are answered with 503 until it succeeds.`);
  };
  return new KeyStore({ clock, fetchKeys: () => fetchKeySet(jwksUri), onFailure });
}
