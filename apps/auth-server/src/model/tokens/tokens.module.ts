import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { ClaimsModule } from '../claims/claims.module';
import { ClientsModule } from '../clients/clients.module';
import { KeysModule } from '../keys/keys.module';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { Units } from '../../platform/database/units';
import { SessionsModule } from '../sessions/sessions.module';
import { UsedJtisModule } from '../used-jtis/used-jtis.module';
import { AccessTokenReader } from './access-token-reader';
import { DpopProofs } from './dpop-proofs';
import { IdTokenReader } from './id-token-reader';
import { LeftNamesWarning } from './left-names.warning';
import { RefreshFamilyRepository } from './refresh-family.repository';
import { RefreshTokenReader } from './refresh-token-reader';
import { REFRESH_ROTATION } from './rotation';
import { rotationOn } from './rotation.engine';
import { TokenIssuer } from './token-issuer';
import { TokenRevocationRepository } from './token-revocation.repository';

const rotation = {
  provide: REFRESH_ROTATION,
  inject: [Units, SETTINGS],
  useFactory: (units: Units, { audiences }: Settings) => rotationOn(units, audiences),
};

@Module({
  imports: [AccountsModule, ClaimsModule, ClientsModule, KeysModule, SessionsModule, UsedJtisModule],
  providers: [
    AccessTokenReader,
    DpopProofs,
    IdTokenReader,
    LeftNamesWarning,
    RefreshFamilyRepository,
    RefreshTokenReader,
    TokenIssuer,
    TokenRevocationRepository,
    rotation,
  ],
  exports: [
    AccessTokenReader,
    DpopProofs,
    IdTokenReader,
    LeftNamesWarning,
    REFRESH_ROTATION,
    RefreshFamilyRepository,
    RefreshTokenReader,
    TokenIssuer,
    TokenRevocationRepository,
  ],
})
export class TokensModule {}
