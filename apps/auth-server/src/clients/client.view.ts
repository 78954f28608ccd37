import { ApiProperty } from '@nestjs/swagger';
import type { ClientOrigin } from '../protocol/client/client';
import { webUriProblem } from '../protocol/text/web-uri';
import type { RegisteredClient } from './registered-client';

const REGISTRARS = ['developer', 'itself', 'document'] as const;

type Registrar = (typeof REGISTRARS)[number];

const REGISTRAR_OF: Readonly<Record<ClientOrigin, Registrar>> = {
  console: 'developer',
  registration: 'itself',
  metadata_document: 'document',
};

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
}

/** On the consent screen. */
export class AskingClientView extends ClientView {
  @ApiProperty({
    enum: REGISTRARS,
    description: 'Who registered it: a developer, itself, or a document that it serves.',
  })
  registered_by: Registrar;

  @ApiProperty({ format: 'date-time', description: 'Since when this server knows it.' })
  known_since: string;
}

export type ShownClient = Pick<RegisteredClient, 'clientId' | 'name' | 'description' | 'homepageUri' | 'logoUri'>;

export const toClientView = ({ clientId, name, description, homepageUri, logoUri }: ShownClient): ClientView => ({
  client_id: clientId,
  name,
  description,
  homepage_uri: shownUri(homepageUri),
  logo_uri: shownUri(logoUri),
});

/** Hides URIs that were registered before the present rules. */
const shownUri = (uri: string | null) => (uri === null || webUriProblem(uri, true) === null ? uri : null);

export const toAskingClientView = (client: RegisteredClient): AskingClientView => ({
  ...toClientView(client),
  registered_by: REGISTRAR_OF[client.origin],
  known_since: new Date(client.createdAt).toISOString(),
});
