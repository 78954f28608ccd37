import { Module } from '@nestjs/common';
import { ClientsModule } from '../../model/clients/clients.module';
import { DevicesModule } from '../../model/devices/devices.module';
import { LimitsModule } from '../../platform/limits/limits.module';
import { DeviceAuthorizationController } from './device-authorization.controller';
import { DeviceAuthorizationService } from './device-authorization.service';

@Module({
  imports: [ClientsModule, DevicesModule, LimitsModule],
  controllers: [DeviceAuthorizationController],
  providers: [DeviceAuthorizationService],
})
export class DeviceAuthorizationModule {}
