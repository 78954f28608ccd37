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
  'clientId' | 'name' | 'description' | 'homepageUri' | 'logoUri' | 'logo'
>;

export const toClientView = ({ clientId, name, description, homepageUri, logoUri, logo }: ShownClient): ClientView => ({
  client_id: clientId,
  name,
  description,
  homepage_uri: shownUri(homepageUri),
  logo_uri: shownUri(logoUri),
  ...shownLogo(logo),
});

/** @param file `null`: it has none. */
export const shownLogo = (file: string | null) => (file === null ? {} : { logo: `/assets/${file}` });

/** Hides URIs that were registered before the present rules. */
const shownUri = (uri: string | null) => (uri === null || webUriProblem(uri, true) === null ? uri : null);

export const toAskingClientView = (client: RegisteredClient): AskingClientView => ({
  ...toClientView(client),
  registered_by: REGISTRAR_OF[client.origin],
  known_since: new Date(client.createdAt).toISOString(),
});
