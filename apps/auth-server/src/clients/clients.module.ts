import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/accounts.module';
import { LimitsModule } from '../limits/limits.module';
import { SessionsModule } from '../sessions/sessions.module';
import { UsedJtisModule } from '../used-jtis/used-jtis.module';
import { ApplicationRepository } from './application.repository';
import { ApplicationsController } from './applications.controller';
import { Client } from './client.entity';
import { ClientAuthentication } from './client-authentication';
import { ClientDirectory } from './client-directory';
import { ClientKeys } from './client-keys';
import { ClientRepository } from './client.repository';
import { ClientSecretsController } from './client-secrets.controller';
import { DeveloperGuard } from './developer.guard';
import { ImportedKeys } from './imported-keys';
import { InitialAccessTokenRepository } from './initial-access-token.repository';
import { InitialAccessTokensController } from './initial-access-tokens.controller';
import { LogoRepository } from './logo.repository';
import { MetadataDocuments } from './metadata-documents';
import { ProfileMisfits } from './profile-misfits';
import { RegistrationRepository } from './registration.repository';
import { RemoteKeys } from './remote-keys';
import { RequestObjects } from './request-objects';
import { SignatureFailures } from './signature-failures';
import { UnlistedClients } from './unlisted-clients';

@Module({
  imports: [TypeOrmModule.forFeature([Client]), AccountsModule, LimitsModule, SessionsModule, UsedJtisModule],
  controllers: [ApplicationsController, ClientSecretsController, InitialAccessTokensController],
  providers: [
    ApplicationRepository,
    ClientAuthentication,
    ClientDirectory,
    ClientKeys,
    ClientRepository,
    DeveloperGuard,
    ImportedKeys,
    InitialAccessTokenRepository,
    LogoRepository,
    MetadataDocuments,
    ProfileMisfits,
    RegistrationRepository,
    RemoteKeys,
    RequestObjects,
    SignatureFailures,
    UnlistedClients,
  ],
  exports: [
    ApplicationRepository,
    ClientAuthentication,
    ClientDirectory,
    ClientKeys,
    ClientRepository,
    InitialAccessTokenRepository,
    LogoRepository,
    ProfileMisfits,
    RegistrationRepository,
    RequestObjects,
    SignatureFailures,
    UnlistedClients,
  ],
})
export class ClientsModule {}
