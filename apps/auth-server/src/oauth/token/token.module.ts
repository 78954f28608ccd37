import { Module } from '@nestjs/common';
import { ClientsModule } from '../../clients/clients.module';
import { CodesModule } from '../../codes/codes.module';
import { DevicesModule } from '../../devices/devices.module';
import { KeysModule } from '../../keys/keys.module';
import { TokensModule } from '../../tokens/tokens.module';
import { ClientAuthenticationModule } from '../client-authentication/client-authentication.module';
import { DpopModule } from '../dpop/dpop.module';
import { AuthorizationCodeGrantType } from './grant-types/authorization-code.grant-type';
import { ClientCredentialsGrantType } from './grant-types/client-credentials.grant-type';
import { DeviceCodeGrantType } from './grant-types/device-code.grant-type';
import { RefreshTokenGrantType } from './grant-types/refresh-token.grant-type';
import { TokenExchangeGrantType } from './grant-types/token-exchange.grant-type';
import { TokenController } from './token.controller';
import { TokenService } from './token.service';

@Module({
  imports: [
    ClientAuthenticationModule,
    ClientsModule,
    CodesModule,
    DevicesModule,
    DpopModule,
    KeysModule,
    TokensModule,
  ],
  controllers: [TokenController],
  providers: [
    AuthorizationCodeGrantType,
    ClientCredentialsGrantType,
    DeviceCodeGrantType,
    RefreshTokenGrantType,
    TokenExchangeGrantType,
    TokenService,
  ],
})
export class TokenModule {}
