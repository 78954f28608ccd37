import { Module } from '@nestjs/common';
import { SETTINGS, type Settings } from '../config/settings';
import { Units } from '../database/units';
import { AccessTokenSigner } from './access-token-signer';
import { DerivedKeys } from './derived-keys';
import { IdTokenSigner } from './id-token-signer';
import { IntrospectionSigner } from './introspection-signer';
import { KeyRing } from './key-ring';
import { MasterKeyWatch } from './master-key-watch';
import { SigningKeyRepository } from './signing-key.repository';
import { VerificationKeys } from './verification-keys';

@Module({
  providers: [
    AccessTokenSigner,
    IdTokenSigner,
    IntrospectionSigner,
    KeyRing,
    MasterKeyWatch,
    SigningKeyRepository,
    VerificationKeys,
    {
      provide: DerivedKeys,
      inject: [SETTINGS, Units],
      useFactory: (settings: Settings, units: Units) => DerivedKeys.load(settings, units),
    },
  ],
  exports: [AccessTokenSigner, DerivedKeys, IdTokenSigner, IntrospectionSigner, KeyRing, VerificationKeys],
})
export class KeysModule {}
