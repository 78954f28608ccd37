import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module';
import { KeysModule } from '../keys/keys.module';
import { SessionsModule } from '../sessions/sessions.module';
import { AccessTokenReader } from './access-token-reader';
import { IdTokenReader } from './id-token-reader';
import { RefreshFamilyRepository } from './refresh-family.repository';
import { TestTokenController } from './test-token.controller';
import { TokenIssuer } from './token-issuer';

@Module({
  imports: [ClientsModule, KeysModule, SessionsModule],
  controllers: [TestTokenController],
  providers: [AccessTokenReader, IdTokenReader, RefreshFamilyRepository, TokenIssuer],
  exports: [AccessTokenReader, IdTokenReader, RefreshFamilyRepository, TokenIssuer],
})
export class TokensModule {}
