import { Module } from '@nestjs/common';
import { CLOCK, type Clock } from '../config/clock';
import { SETTINGS, type Settings } from '../config/settings';
import { Units } from '../database/units';
import { AccessTokenSigner } from './access-token-signer';
import { ClaimsRequestSigner } from './claims-request-signer';
import { DerivedKeys } from './derived-keys';
import { IdTokenSigner } from './id-token-signer';
import { IntrospectionSigner } from './introspection-signer';
import { KeyReplacement } from './key-replacement';
import { KeyRing } from './key-ring';
import { MasterKeyAge } from './master-key-age';
import { MasterKeyWatch } from './master-key-watch';
import { SigningKeyRepository } from './signing-key.repository';
import { RevocationsSigner } from './revocations-signer';
import { VerificationKeys } from './verification-keys';

@Module({
  providers: [
    AccessTokenSigner,
    ClaimsRequestSigner,
    IdTokenSigner,
    IntrospectionSigner,
    KeyRing,
    MasterKeyAge,
    MasterKeyWatch,
    RevocationsSigner,
    SigningKeyRepository,
    VerificationKeys,
    {
      provide: DerivedKeys,
      inject: [SETTINGS, Units, CLOCK],
      useFactory: (settings: Settings, units: Units, clock: Clock) => DerivedKeys.load(settings, units, clock.now()),
    },
    {
      provide: KeyReplacement,
      inject: [SigningKeyRepository, SETTINGS, CLOCK, DerivedKeys],
      useFactory: (keys: SigningKeyRepository, settings: Settings, clock: Clock, derived: DerivedKeys) =>
        new KeyReplacement(keys, settings, clock, () => Promise.resolve(derived)),
    },
  ],
  exports: [
    AccessTokenSigner,
    ClaimsRequestSigner,
    DerivedKeys,
    IdTokenSigner,
    IntrospectionSigner,
    KeyReplacement,
    KeyRing,
    MasterKeyAge,
    RevocationsSigner,
    VerificationKeys,
  ],
})
export class KeysModule {}
