import { DEFAULT_FIELDS } from './field-mapping';
import type { DescribedClient } from './described-client';
import type { ClientProblem } from './problems';
import { profileProblems } from './profile-problems';
import { type ProfileContext, imposed, rulesOf } from './security-profile';

/** Gives the method of a client that names none (RFC 7591 §2); `null`: it has a choice. */
export const methodOfProfile = ({ securityProfile }: ProfileContext): string | null =>
  rulesOf(securityProfile).profile === null ? null : 'private_key_jwt';

/**
 * A client as the server's profile makes it (RFC 7591 §2: values may be replaced), and what keeps it from the profile.
 * The method is not replaced: its sender would try another one.
 */
export function underServerProfile(client: DescribedClient, server: ProfileContext) {
  const rules = rulesOf(server.securityProfile);
  if (rules.profile === null) return { client, problems: [] };
  const method = client.tokenEndpointAuthMethod;
  const problems: ClientProblem[] = rules.authenticationMethods.includes(method)
    ? []
    : [{ field: 'token_endpoint_auth_method', detail: `must be private_key_jwt: ${rules.profile}` }];
  problems.push(...profileProblems({ ...DEFAULT_FIELDS, ...client }, server));
  return { client: { ...client, ...imposed(client, rules, server) }, problems };
}
