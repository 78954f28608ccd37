import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SessionsModule } from '../sessions/sessions.module';
import { ApplicationRepository } from './application.repository';
import { ApplicationsController } from './applications.controller';
import { Client } from './client.entity';
import { ClientKeys } from './client-keys';
import { ClientRepository } from './client.repository';
import { ClientSecretsController } from './client-secrets.controller';
import { RemoteKeys } from './remote-keys';

@Module({
  imports: [TypeOrmModule.forFeature([Client]), SessionsModule],
  controllers: [ApplicationsController, ClientSecretsController],
  providers: [ApplicationRepository, ClientKeys, ClientRepository, RemoteKeys],
  exports: [ClientKeys, ClientRepository],
})
export class ClientsModule {}
