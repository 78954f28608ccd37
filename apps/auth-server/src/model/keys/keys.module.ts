import { Module } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { Units } from '../../platform/database/units';
import { AccessTokenSigner } from './signing/access-token-signer';
import { DerivedKeys } from './derived-keys';
import { IdTokenSigner } from './signing/id-token-signer';
import { IntrospectionSigner } from './signing/introspection-signer';
import { KeyReplacement } from './signing/key-replacement';
import { KeyRing } from './signing/key-ring';
import { MasterKeyAge } from './master-key-age';
import { MasterKeyWatch } from './master-key-watch';
import { SigningKeyRepository } from './signing/signing-key.repository';
import { RequestSigner } from './signing/request-signer';
import { RevocationsSigner } from './signing/revocations-signer';
import { VerificationKeys } from './signing/verification-keys';

@Module({
  providers: [
    AccessTokenSigner,
    IdTokenSigner,
    IntrospectionSigner,
    KeyRing,
    MasterKeyAge,
    MasterKeyWatch,
    RequestSigner,
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
    DerivedKeys,
    IdTokenSigner,
    IntrospectionSigner,
    KeyReplacement,
    KeyRing,
    MasterKeyAge,
    RequestSigner,
    RevocationsSigner,
    VerificationKeys,
  ],
})
export class KeysModule {}
