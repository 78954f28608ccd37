import type { ClientFields } from './fields';
import type { SecurityRules } from './security-profile';

export type ClientType = 'confidential' | 'public';

export type ApplicationType = ClientFields['applicationType'];

/** Registered by a developer, by itself (RFC 7591), or by a document at its `client_id`. */
export type ClientOrigin = 'console' | 'registration' | 'metadata_document';

export interface ClientRules extends Pick<
  ClientFields,
  | 'enabled'
  | 'loopbackAnyPort'
  | 'requireClientAuthentication'
  | 'requirePkce'
  | 'scopes'
  | 'grantTypes'
  | 'authorizationDetailsTypes'
  | 'defaultMaxAge'
> {
  type: ClientType;
  origin: ClientOrigin;
  redirectUris: readonly string[];
  /** Absent: without a profile. */
  rules?: Pick<SecurityRules, 'redirectStatus'>;
}
