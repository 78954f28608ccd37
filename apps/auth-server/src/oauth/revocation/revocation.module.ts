import { Module } from '@nestjs/common';
import { ClientsModule } from '../../model/clients/clients.module';
import { KeysModule } from '../../model/keys/keys.module';
import { TokensModule } from '../../model/tokens/tokens.module';
import { RevocationController } from './revocation.controller';
import { RevocationService } from './revocation.service';

@Module({
  imports: [ClientsModule, KeysModule, TokensModule],
  controllers: [RevocationController],
  providers: [RevocationService],
})
export class RevocationModule {}
