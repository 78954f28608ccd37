import { ApiProperty } from '../http/api-notes';
import type { RegisteredClient } from './registered-client';

/** An application as the account that consents sees it. */
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

/** What an application shows of itself. */
export type ShownClient = Pick<RegisteredClient, 'clientId' | 'name' | 'description' | 'homepageUri' | 'logoUri'>;

export const toClientView = ({ clientId, name, description, homepageUri, logoUri }: ShownClient): ClientView => ({
  client_id: clientId,
  name,
  description,
  homepage_uri: homepageUri,
  logo_uri: logoUri,
});
