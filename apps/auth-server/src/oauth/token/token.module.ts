import { Module } from '@nestjs/common';
import { ClaimsModule } from '../../model/claims/claims.module';
import { ClientsModule } from '../../model/clients/clients.module';
import { CodesModule } from '../../model/codes/codes.module';
import { DevicesModule } from '../../model/devices/devices.module';
import { GrantsModule } from '../../model/grants/grants.module';
import { KeysModule } from '../../model/keys/keys.module';
import { TokensModule } from '../../model/tokens/tokens.module';
import { UsageModule } from '../../model/usage/usage.module';
import { GRANT_TYPES, GrantTypes } from './grant-types/grant-types';
import { RefreshCallers } from './grant-types/refresh-callers';
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
  providers: [...Object.values(GRANT_TYPES), GrantTypes, RefreshCallers],
})
export class TokenModule {}
