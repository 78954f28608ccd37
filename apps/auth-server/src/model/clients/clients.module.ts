import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { LimitsModule } from '../../platform/limits/limits.module';
import { SessionsModule } from '../sessions/sessions.module';
import { UsedJtisModule } from '../used-jtis/used-jtis.module';
import { ApplicationRepository } from './registration/application.repository';
import { ClientAuthentication } from './authentication/client-authentication';
import { ClientDirectory } from './client-directory';
import { ClientKeys } from './authentication/client-keys';
import { ClientRepository } from './client.repository';
import { ImportedKeys } from './authentication/imported-keys';
import { InitialAccessTokenRepository } from './registration/initial-access-token.repository';
import { LogoRepository } from './logos/logo.repository';
import { MetadataDocuments } from './documents/metadata-documents';
import { ProfileWarning } from './warnings/profile-warning';
import { RegistrationRepository } from './registration/registration.repository';
import { RemoteKeys } from './authentication/remote-keys';
import { RequestObjects } from './authentication/request-objects';
import { SignatureFailures } from './authentication/signature-failures';
import { ListingWarning } from './warnings/listing-warning';

@Module({
  imports: [AccountsModule, LimitsModule, SessionsModule, UsedJtisModule],
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
    ProfileWarning,
    RegistrationRepository,
    RemoteKeys,
    RequestObjects,
    SignatureFailures,
    ListingWarning,
  ],
  exports: [
    ApplicationRepository,
    ClientAuthentication,
    ClientDirectory,
    ClientKeys,
    ClientRepository,
    InitialAccessTokenRepository,
    LogoRepository,
    ProfileWarning,
    RegistrationRepository,
    RequestObjects,
    SignatureFailures,
    ListingWarning,
  ],
})
export class ClientsModule {}
