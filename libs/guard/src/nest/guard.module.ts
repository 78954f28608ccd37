import { type CanActivate, Logger, Module } from '@nestjs/common';

import { fetchKeySet } from '../verify/key-set-fetch.ts';
import { KeyStore } from '../verify/key-store.ts';
import { TokenVerifier } from '../verify/token-verifier.ts';
import { registerBearerStrategy } from './bearer.strategy.ts';
import { ConfigurableModuleClass } from './guard.module-definition.ts';
import { type GuardSettings, parseGuardOptions } from './guard.settings.ts';
import { BEARER_PASSPORT_GUARD, GUARD_OPTIONS, GUARD_SETTINGS, POSSESSION } from './guard.tokens.ts';
import { passportGuardFor } from './passport.guard.ts';
import { Possession } from './possession.ts';

/**
 * Configures `JwtBearerGuard`. Wrong options stop the start with an Error that names each. Nothing is fetched at start:
 * the issuer may start later.
 *
 * @example GuardModule.forRoot({ issuer: 'https://auth.example.com', audience: 'https://notes.example.com' })
 */
@Module({
  providers: [
    { provide: GUARD_SETTINGS, useFactory: parseGuardOptions, inject: [GUARD_OPTIONS] },
    { provide: BEARER_PASSPORT_GUARD, useFactory: passportGuard, inject: [GUARD_SETTINGS] },
    {
      provide: POSSESSION,
      useFactory: (settings: GuardSettings) => new Possession(settings),
      inject: [GUARD_SETTINGS],
    },
  ],
  exports: [GUARD_SETTINGS, POSSESSION, BEARER_PASSPORT_GUARD],
})
export class GuardModule extends ConfigurableModuleClass {}

function passportGuard(settings: GuardSettings): CanActivate {
  const keys = keyStore(settings);
  return passportGuardFor(registerBearerStrategy(new TokenVerifier(settings, keys)));
}

function keyStore({ clock, jwksUri }: GuardSettings): KeyStore {
  const logger = new Logger('JwtBearerGuard');
  const onFailure = (error: unknown, hasKeys: boolean) => {
    const what = `Cannot read the issuer's keys from ${jwksUri}: ${describe(error)}.`;
    if (hasKeys) logger.warn(`${what} Those read before go on serving.`);
    else logger.error(`${what} Guarded calls are answered 503 until it can be done.`);
  };
  return new KeyStore({ clock, fetchKeys: () => fetchKeySet(jwksUri), onFailure });
}

/** fetch says only "fetch failed"; the cause has the reason. Not instanceof: Jest's Error is not fetch's. */
function describe(error: unknown): string {
  const { message, cause } = (error ?? {}) as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || String(error);
}
