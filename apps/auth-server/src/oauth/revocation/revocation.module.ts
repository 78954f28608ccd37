import { Module } from '@nestjs/common';
import { KeysModule } from '../../keys/keys.module';
import { TokensModule } from '../../tokens/tokens.module';
import { ClientAuthenticationModule } from '../client-authentication/client-authentication.module';
import { RevocationController } from './revocation.controller';
import { RevocationService } from './revocation.service';

@Module({
  imports: [ClientAuthenticationModule, KeysModule, TokensModule],
  controllers: [RevocationController],
  providers: [RevocationService],
})
export class RevocationModule {}
