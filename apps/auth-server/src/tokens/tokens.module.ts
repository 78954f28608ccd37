import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module';
import { KeysModule } from '../keys/keys.module';
import { SessionsModule } from '../sessions/sessions.module';
import { AccessTokenReader } from './access-token-reader';
import { IdTokenReader } from './id-token-reader';
import { RefreshFamilyRepository } from './refresh-family.repository';
import { RefreshTokenReader } from './refresh-token-reader';
import { TestTokenController } from './test-token.controller';
import { TokenIssuer } from './token-issuer';
import { TokenRevocationRepository } from './token-revocation.repository';

@Module({
  imports: [ClientsModule, KeysModule, SessionsModule],
  controllers: [TestTokenController],
  providers: [
    AccessTokenReader,
    IdTokenReader,
    RefreshFamilyRepository,
    RefreshTokenReader,
    TokenIssuer,
    TokenRevocationRepository,
  ],
  exports: [
    AccessTokenReader,
    IdTokenReader,
    RefreshFamilyRepository,
    RefreshTokenReader,
    TokenIssuer,
    TokenRevocationRepository,
  ],
})
export class TokensModule {}
