import { Module } from '@nestjs/common';
import { ClientsModule } from '../../clients/clients.module';
import { KeysModule } from '../../keys/keys.module';
import { TokensModule } from '../../tokens/tokens.module';
import { RevocationController } from './revocation.controller';
import { RevocationService } from './revocation.service';

@Module({
  imports: [ClientsModule, KeysModule, TokensModule],
  controllers: [RevocationController],
  providers: [RevocationService],
})
export class RevocationModule {}
