import { Account } from './accounts/account.entity';
import { MailedToken } from './accounts/mails/mailed-token.entity';
import { Lease } from '../platform/jobs/lease.entity';
import { ClientLogo } from './clients/logos/client-logo.entity';
import { ClientRedirectUri } from './clients/client-redirect-uri.entity';
import { ClientSecret } from './clients/client-secret.entity';
import { Client } from './clients/client.entity';
import { InitialAccessToken } from './clients/registration/initial-access-token.entity';
import { AuthorizationCode } from './codes/authorization-code.entity';
import { ConsentSession } from './consents/consent-session.entity';
import { DeviceCode } from './devices/device-code.entity';
import { Event } from '../platform/events/event.entity';
import { Delegation } from './grants/delegation.entity';
import { Grant } from './grants/grant.entity';
import { PendingRevocation } from '../endings/pending-revocation.entity';
import { MasterKeyCheck } from './keys/master-key-check.entity';
import { SigningKey } from './keys/signing/signing-key.entity';
import { LimitCount } from '../platform/limits/limit-count.entity';
import { LogoutNotice } from './logouts/logout-notice.entity';
import { AccountNotice } from './notices/account-notice.entity';
import { UsedJti } from './used-jtis/used-jti.entity';
import { PushedRequest } from './pushed-requests/pushed-request.entity';
import { Revocation } from './revocations/revocation.entity';
import { RevocationLog } from './revocations/revocation-log.entity';
import { SignInRequest } from './sessions/elsewhere/sign-in-request.entity';
import { SignInDemand } from './sessions/sign-in-demand.entity';
import { SignInSession } from './sessions/sign-in-session.entity';
import { AccessTokenCutoff } from './tokens/access-token-cutoff.entity';
import { RefreshFamily } from './tokens/refresh-family.entity';
import { RevokedAccessToken } from './tokens/revoked-access-token.entity';
import { UsageCount } from './usage/usage-count.entity';
import { Change } from '../platform/database/change.entity';

/** Every table; migrations.spec.ts compares the migrations with them. */
export const ENTITIES = [
  AccessTokenCutoff,
  Account,
  AccountNotice,
  AuthorizationCode,
  Change,
  Client,
  ClientLogo,
  ClientRedirectUri,
  ClientSecret,
  ConsentSession,
  Delegation,
  DeviceCode,
  Event,
  Grant,
  InitialAccessToken,
  Lease,
  LimitCount,
  LogoutNotice,
  MailedToken,
  PendingRevocation,
  MasterKeyCheck,
  PushedRequest,
  RefreshFamily,
  Revocation,
  RevocationLog,
  RevokedAccessToken,
  SignInDemand,
  SignInRequest,
  SigningKey,
  SignInSession,
  UsageCount,
  UsedJti,
];
