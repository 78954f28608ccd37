import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { AccountView } from '../accounts/account.view';
import { AskingClientView, toAskingClientView } from '../clients/client.view';
import type { RegisteredClient } from '../clients/registered-client';
import type { RequestedTarget } from '../protocol/request/requested-target';
import { IDENTITY_SCOPES } from '../protocol/request/scope';
import type { Caller } from '../sessions/caller';

class ConsentResourceView {
  @ApiProperty({ example: 'http://localhost:3001' })
  url: string;

  @ApiProperty({ example: 'Notes' })
  name: string;
}

class ConsentScopeView {
  @ApiProperty({ example: 'notes:read' })
  name: string;

  @ApiProperty({ example: 'Read your notes' })
  description: string;

  @ApiProperty({ description: 'Whether the account granted it to this application before.' })
  granted_before: boolean;
}

/** The client, the account and the access of a request that a person decides. */
export class RequestedAccessView {
  @ApiProperty()
  client: AskingClientView;

  @ApiPropertyOptional({ description: 'Where a document describes the client: its host, which vouches for it.' })
  client_host?: string;

  @ApiProperty()
  account: AccountView;

  @ApiProperty({ type: ConsentResourceView, nullable: true, description: 'Null where only identity scopes are asked.' })
  resource: ConsentResourceView | null;

  @ApiProperty({ type: [ConsentScopeView] })
  scopes: ConsentScopeView[];
}

/** For a request in a browser, and for one of a device. */
export function toRequestedAccess(
  { id, name, email }: Caller['account'],
  client: RegisteredClient,
  { scope, resource }: RequestedTarget,
  granted: readonly string[],
): RequestedAccessView {
  const definitions = [...(resource?.scopes ?? []), ...IDENTITY_SCOPES];
  return {
    client: toAskingClientView(client),
    ...(client.origin === 'metadata_document' && { client_host: new URL(client.clientId).host }),
    account: { id, name, email },
    resource: resource === null ? null : { url: resource.url, name: resource.name },
    scopes: scope.map((asked) => ({
      name: asked,
      description: definitions.find((known) => known.name === asked)?.description ?? asked,
      granted_before: granted.includes(asked),
    })),
  };
}
