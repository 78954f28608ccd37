import { Module } from '@nestjs/common';
import { ClientsModule } from '../../clients/clients.module';
import { CodesModule } from '../../codes/codes.module';
import { KeysModule } from '../../keys/keys.module';
import { TokensModule } from '../../tokens/tokens.module';
import { ClientAuthentication } from './client-authentication';
import { AuthorizationCodeGrantType } from './grant-types/authorization-code.grant-type';
import { ClientCredentialsGrantType } from './grant-types/client-credentials.grant-type';
import { RefreshTokenGrantType } from './grant-types/refresh-token.grant-type';
import { TokenController } from './token.controller';
import { TokenService } from './token.service';

@Module({
  imports: [ClientsModule, CodesModule, KeysModule, TokensModule],
  controllers: [TokenController],
  providers: [
    AuthorizationCodeGrantType,
    ClientAuthentication,
    ClientCredentialsGrantType,
    RefreshTokenGrantType,
    TokenService,
  ],
})
export class TokenModule {}
