import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { ClientOrigin } from '../../protocol/client/client';
import { webUriProblem } from '../../protocol/text/web-uri';
import type { RegisteredClient } from './registered-client';

export const REGISTRARS = ['developer', 'itself', 'document'] as const;

export type Registrar = (typeof REGISTRARS)[number];

export const REGISTRAR_OF: Readonly<Record<ClientOrigin, Registrar>> = {
  console: 'developer',
  registration: 'itself',
  metadata_document: 'document',
};

/** @returns `null` for what is no registrar. */
export const originOf = (registrar: string) =>
  (Object.keys(REGISTRAR_OF) as ClientOrigin[]).find((origin) => REGISTRAR_OF[origin] === registrar) ?? null;

export const LOGO =
  'The path below AUTH_URL of the logo, as uploaded or copied from logo_uri, for pages: the host of the application does not see their visitors. Only for applications that a developer registered.';

export class ClientView {
  @ApiProperty()
  client_id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ type: String, nullable: true })
  description: string | null;

  @ApiProperty({ type: String, nullable: true })
  homepage_uri: string | null;

  @ApiProperty({ type: String, nullable: true })
  logo_uri: string | null;

  @ApiPropertyOptional({
    example: '/assets/47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU.png',
    description: LOGO,
  })
  logo?: string;

  @ApiPropertyOptional({ description: 'Its privacy policy.' })
  policy_uri?: string;

  @ApiPropertyOptional({ description: 'Its terms of service.' })
  tos_uri?: string;

  @ApiPropertyOptional({ type: [String], description: 'How to reach the people responsible for it.' })
  contacts?: string[];
}

/** On the consent screen. */
export class AskingClientView extends ClientView {
  @ApiProperty({
    enum: REGISTRARS,
    description: 'How it was registered: by a developer, by itself, or with a metadata document that it serves.',
  })
  registered_by: Registrar;

  @ApiProperty({ format: 'date-time', description: 'Since when this server has known it.' })
  known_since: string;
}

export type ShownClient = Pick<
  RegisteredClient,
  'clientId' | 'name' | 'description' | 'homepageUri' | 'logoUri' | 'logo' | 'policyUri' | 'tosUri' | 'contacts'
>;

export function toClientView(client: ShownClient): ClientView {
  const [policy, terms] = [shownUri(client.policyUri), shownUri(client.tosUri)];
  return {
    client_id: client.clientId,
    name: client.name,
    description: client.description,
    homepage_uri: shownUri(client.homepageUri),
    logo_uri: shownUri(client.logoUri),
    ...shownLogo(client.logo),
    ...(policy !== null && { policy_uri: policy }),
    ...(terms !== null && { tos_uri: terms }),
    ...(client.contacts !== null && { contacts: JSON.parse(client.contacts) as string[] }),
  };
}

/** @param file `null`: it has none. */
export const shownLogo = (file: string | null) => (file === null ? {} : { logo: `/assets/${file}` });

/** Hides URIs that were registered before the present rules. */
const shownUri = (uri: string | null) => (uri === null || webUriProblem(uri, true) === null ? uri : null);

export const toAskingClientView = (client: RegisteredClient): AskingClientView => ({
  ...toClientView(client),
  registered_by: REGISTRAR_OF[client.origin],
  known_since: new Date(client.createdAt).toISOString(),
});
