import { Module } from '@nestjs/common';
import { ClientsModule } from '../../clients/clients.module';
import { DevicesModule } from '../../devices/devices.module';
import { LimitsModule } from '../../limits/limits.module';
import { DeviceAuthorizationController } from './device-authorization.controller';
import { DeviceAuthorizationService } from './device-authorization.service';

@Module({
  imports: [ClientsModule, DevicesModule, LimitsModule],
  controllers: [DeviceAuthorizationController],
  providers: [DeviceAuthorizationService],
})
export class DeviceAuthorizationModule {}
