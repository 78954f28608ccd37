import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SessionsModule } from '../sessions/sessions.module';
import { ApplicationRepository } from './application.repository';
import { ApplicationsController } from './applications.controller';
import { Client } from './client.entity';
import { ClientRepository } from './client.repository';
import { ClientSecretsController } from './client-secrets.controller';

@Module({
  imports: [TypeOrmModule.forFeature([Client]), SessionsModule],
  controllers: [ApplicationsController, ClientSecretsController],
  providers: [ApplicationRepository, ClientRepository],
  exports: [ClientRepository],
})
export class ClientsModule {}
