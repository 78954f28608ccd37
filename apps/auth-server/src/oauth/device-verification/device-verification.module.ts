import { Module } from '@nestjs/common';
import { ClientsModule } from '../../model/clients/clients.module';
import { DevicesModule } from '../../model/devices/devices.module';
import { GrantsModule } from '../../model/grants/grants.module';
import { NoticesModule } from '../../model/notices/notices.module';
import { SessionsModule } from '../../model/sessions/sessions.module';
import { DeviceVerificationController } from './device-verification.controller';
import { DeviceDecisionService } from './device-decision.service';
import { DeviceScreenService } from './device-screen.service';
import { RepeatedDecisions } from './repeated-decisions';
import { WaitingDevices } from './waiting-devices';

@Module({
  imports: [ClientsModule, DevicesModule, GrantsModule, NoticesModule, SessionsModule],
  controllers: [DeviceVerificationController],
  providers: [DeviceDecisionService, DeviceScreenService, RepeatedDecisions, WaitingDevices],
  exports: [DeviceDecisionService, DeviceScreenService, RepeatedDecisions],
})
export class DeviceVerificationModule {}
