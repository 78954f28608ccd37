import type { Application, NewApplication } from '../api/api';

export const PURPOSES = ['server', 'spa', 'native', 'machine', 'device', 'mcp'] as const;

/** What an application is made for. */
export type Purpose = (typeof PURPOSES)[number];

const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code';

/** The API wants a redirect URI of every application; those that never redirect have one that leads nowhere (RFC 6761). */
const NOWHERE = 'https://unused.invalid/';

/** Whether it sends people to the consent page, and needs an address to have them back. */
export const redirects = (purpose: Purpose): boolean => purpose !== 'machine' && purpose !== 'device';

/** Whether it keeps no secret: everybody who has the program could read one. */
export const isPublic = (purpose: Purpose): boolean => purpose !== 'server' && purpose !== 'machine';

interface Wanted {
  name: string;
  redirectUri: string;
  /** Of a machine: what it may do on its own behalf. */
  scopes: readonly string[];
}

/** The registration of an application for a purpose. */
export function registrationFor(purpose: Purpose, { name, redirectUri, scopes }: Wanted): NewApplication {
  const registration: NewApplication = {
    name,
    redirect_uris: [redirects(purpose) ? redirectUri : NOWHERE],
    client_type: isPublic(purpose) ? 'public' : 'confidential',
  };
  switch (purpose) {
    case 'server':
      // Without it a refresh token alone is enough for GET /oauth2/access_token.
      return { ...registration, require_client_authentication: true };
    case 'native':
    case 'mcp':
      return { ...registration, application_type: 'native' };
    case 'machine':
      return {
        ...registration,
        grant_types: ['client_credentials'],
        client_credentials_scopes: [...scopes],
      };
    case 'device':
      return {
        ...registration,
        application_type: 'native',
        grant_types: [DEVICE, 'refresh_token'],
      };
    default:
      return registration;
  }
}

type Kind = Pick<Application, 'client_type' | 'application_type' | 'grant_types'>;

/** What an application seems to be made for; an MCP client is a native one. */
export function purposeOf({ client_type: type, application_type: kind, grant_types: grants }: Kind): Purpose {
  if (!grants.includes('authorization_code')) return grants.includes(DEVICE) ? 'device' : 'machine';
  if (type === 'confidential') return 'server';
  return kind === 'native' ? 'native' : 'spa';
}

/** Whether people are sent back to one of its addresses. */
export const hasRedirects = ({ grant_types: grants }: Pick<Application, 'grant_types'>): boolean =>
  grants.includes('authorization_code');
