import { Module } from '@nestjs/common';
import { ClaimsModule } from '../../claims/claims.module';
import { ClientsModule } from '../../clients/clients.module';
import { CodesModule } from '../../codes/codes.module';
import { DevicesModule } from '../../devices/devices.module';
import { GrantsModule } from '../../grants/grants.module';
import { KeysModule } from '../../keys/keys.module';
import { TokensModule } from '../../tokens/tokens.module';
import { UsageModule } from '../../usage/usage.module';
import { GRANT_TYPES, GrantTypes } from './grant-types/grant-types';
import { TokenController } from './token.controller';

@Module({
  imports: [
    ClaimsModule,
    ClientsModule,
    CodesModule,
    DevicesModule,
    GrantsModule,
    KeysModule,
    TokensModule,
    UsageModule,
  ],
  controllers: [TokenController],
  providers: [...Object.values(GRANT_TYPES), GrantTypes],
})
export class TokenModule {}
