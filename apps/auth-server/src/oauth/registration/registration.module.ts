import { Module } from '@nestjs/common';
import { ClientsModule } from '../../model/clients/clients.module';
import { RegistrationController } from './registration.controller';
import { RegistrationService } from './registration.service';

@Module({ imports: [ClientsModule], controllers: [RegistrationController], providers: [RegistrationService] })
export class RegistrationModule {}
