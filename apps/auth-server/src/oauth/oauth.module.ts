import { Module } from '@nestjs/common';
import { AuthorizeModule } from './authorize/authorize.module';
import { DeviceAuthorizationModule } from './device-authorization/device-authorization.module';
import { DeviceVerificationModule } from './device-verification/device-verification.module';
import { DiscoveryModule } from './discovery/discovery.module';
import { IntrospectionModule } from './introspection/introspection.module';
import { LogoutModule } from './logout/logout.module';
import { PushedAuthorizationModule } from './pushed-authorization/pushed-authorization.module';
import { RegistrationModule } from './registration/registration.module';
import { RevocationFeedModule } from './revocation-feed/revocation-feed.module';
import { RevocationModule } from './revocation/revocation.module';
import { AppSignInModule } from './sign-in/sign-in.module';
import { TokenModule } from './token/token.module';
import { UserinfoModule } from './userinfo/userinfo.module';

/** The endpoints of the protocol. First: the routes that are called most. */
@Module({
  imports: [
    TokenModule,
    AuthorizeModule,
    PushedAuthorizationModule,
    DeviceAuthorizationModule,
    DeviceVerificationModule,
    RegistrationModule,
    RevocationModule,
    RevocationFeedModule,
    IntrospectionModule,
    DiscoveryModule,
    UserinfoModule,
    LogoutModule,
    AppSignInModule,
  ],
})
export class OAuthModule {}
