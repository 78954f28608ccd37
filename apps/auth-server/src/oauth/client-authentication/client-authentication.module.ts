import { Module } from '@nestjs/common';
import { ClientsModule } from '../../clients/clients.module';
import { UsedJtisModule } from '../../used-jtis/used-jtis.module';
import { ClientAuthentication } from './client-authentication';

@Module({
  imports: [ClientsModule, UsedJtisModule],
  providers: [ClientAuthentication],
  exports: [ClientAuthentication],
})
export class ClientAuthenticationModule {}
