import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/accounts.module';
import { LimitsModule } from '../limits/limits.module';
import { SessionsModule } from '../sessions/sessions.module';
import { ApplicationRepository } from './application.repository';
import { ApplicationsController } from './applications.controller';
import { Client } from './client.entity';
import { ClientKeys } from './client-keys';
import { ClientRepository } from './client.repository';
import { ClientSecretsController } from './client-secrets.controller';
import { DeveloperGuard } from './developer.guard';
import { ImportedKeys } from './imported-keys';
import { InitialAccessTokenRepository } from './initial-access-token.repository';
import { InitialAccessTokensController } from './initial-access-tokens.controller';
import { MetadataDocuments } from './metadata-documents';
import { RegistrationRepository } from './registration.repository';
import { RemoteKeys } from './remote-keys';
import { SignatureFailures } from './signature-failures';
import { UnlistedClients } from './unlisted-clients';

@Module({
  imports: [TypeOrmModule.forFeature([Client]), AccountsModule, LimitsModule, SessionsModule],
  controllers: [ApplicationsController, ClientSecretsController, InitialAccessTokensController],
  providers: [
    ApplicationRepository,
    ClientKeys,
    ClientRepository,
    DeveloperGuard,
    ImportedKeys,
    InitialAccessTokenRepository,
    MetadataDocuments,
    RegistrationRepository,
    RemoteKeys,
    SignatureFailures,
    UnlistedClients,
  ],
  exports: [
    ClientKeys,
    ClientRepository,
    InitialAccessTokenRepository,
    RegistrationRepository,
    SignatureFailures,
    UnlistedClients,
  ],
})
export class ClientsModule {}
