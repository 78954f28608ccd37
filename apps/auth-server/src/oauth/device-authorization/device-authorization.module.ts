import { Module } from '@nestjs/common';
import { ClientsModule } from '../../clients/clients.module';
import { DevicesModule } from '../../devices/devices.module';
import { ClientAuthentication } from '../token/client-authentication';
import { DeviceAuthorizationController } from './device-authorization.controller';
import { DeviceAuthorizationService } from './device-authorization.service';

@Module({
  imports: [ClientsModule, DevicesModule],
  controllers: [DeviceAuthorizationController],
  providers: [ClientAuthentication, DeviceAuthorizationService],
})
export class DeviceAuthorizationModule {}
