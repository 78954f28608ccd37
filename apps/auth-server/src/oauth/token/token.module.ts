import { Module } from '@nestjs/common';
import { ClientsModule } from '../../clients/clients.module';
import { CodesModule } from '../../codes/codes.module';
import { DevicesModule } from '../../devices/devices.module';
import { KeysModule } from '../../keys/keys.module';
import { TokensModule } from '../../tokens/tokens.module';
import { GRANT_TYPES, GrantTypes } from './grant-types/grant-types';
import { TokenController } from './token.controller';

@Module({
  imports: [ClientsModule, CodesModule, DevicesModule, KeysModule, TokensModule],
  controllers: [TokenController],
  providers: [...Object.values(GRANT_TYPES), GrantTypes],
})
export class TokenModule {}
