import type { ClientFields, MetadataFields } from './fields';
import type { RegisteredFields } from './problems';

/** RFC 7591 §2, completed by defaults. */
export type DescribedClient = Pick<RegisteredFields, 'type' | 'redirectUris'> &
  OwnFields &
  Pick<ClientFields, 'scopes' | 'loopbackAnyPort' | 'ownScopes' | 'requireClientAuthentication'> & {
    grantTypes: readonly string[];
    tokenEndpointAuthMethod: string;
  };

/** Taken as they are sent. */
export type OwnFields = Omit<MetadataFields, 'scopes' | 'grantTypes' | 'tokenEndpointAuthMethod'>;
