import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/accounts.module';
import { LimitsModule } from '../../platform/limits/limits.module';
import { SessionsModule } from '../sessions/sessions.module';
import { UsedJtisModule } from '../used-jtis/used-jtis.module';
import { ApplicationRepository } from './registration/application.repository';
import { Client } from './client.entity';
import { ClientAuthentication } from './authentication/client-authentication';
import { ClientDirectory } from './client-directory';
import { ClientKeys } from './authentication/client-keys';
import { ClientRepository } from './client.repository';
import { ImportedKeys } from './authentication/imported-keys';
import { InitialAccessTokenRepository } from './registration/initial-access-token.repository';
import { LogoRepository } from './logos/logo.repository';
import { MetadataDocuments } from './documents/metadata-documents';
import { ProfileMisfits } from './warnings/profile-misfits';
import { RegistrationRepository } from './registration/registration.repository';
import { RemoteKeys } from './authentication/remote-keys';
import { RequestObjects } from './authentication/request-objects';
import { SignatureFailures } from './authentication/signature-failures';
import { UnlistedClients } from './warnings/unlisted-clients';

@Module({
  imports: [TypeOrmModule.forFeature([Client]), AccountsModule, LimitsModule, SessionsModule, UsedJtisModule],
  providers: [
    ApplicationRepository,
    ClientAuthentication,
    ClientDirectory,
    ClientKeys,
    ClientRepository,
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
