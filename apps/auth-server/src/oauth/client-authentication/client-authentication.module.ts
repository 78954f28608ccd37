import { Module } from '@nestjs/common';
import { ClientsModule } from '../../clients/clients.module';
import { ReplaysModule } from '../../used-jtis/used-jtis.module';
import { ClientAuthentication } from './client-authentication';

@Module({
  imports: [ClientsModule, ReplaysModule],
  providers: [ClientAuthentication],
  exports: [ClientAuthentication],
})
export class ClientAuthenticationModule {}
