import type { Type } from '@nestjs/common';
import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { AccountView } from '../accounts/account.view';
import { AskingClientView, toAskingClientView } from '../clients/client.view';
import type { RegisteredClient } from '../clients/registered-client';
import type { RequestedTarget } from '../../protocol/request/requested-target';
import type { GrantedAccess } from '../grants/grant.repository';
import { IDENTITY_SCOPES, type Resource, type ScopeDefinition } from '../../protocol/request/scope';

class ResourceTextsView {
  @ApiProperty({ example: 'Notizen' })
  name: string;
}

class ScopeTextsView {
  @ApiProperty({ example: 'Ihre Notizen lesen' })
  description: string;

  @ApiPropertyOptional()
  detail?: string;
}

const textsSchema = (view: Type) =>
  ({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(view) },
    description: 'By language, such as `de`.',
  }) as const;

@ApiExtraModels(ResourceTextsView)
class ConsentResourceView {
  @ApiProperty({ example: 'http://localhost:3001' })
  url: string;

  @ApiProperty({ example: 'Notes' })
  name: string;

  @ApiPropertyOptional(textsSchema(ResourceTextsView))
  texts?: Readonly<Record<string, ResourceTextsView>>;
}

@ApiExtraModels(ScopeTextsView)
export class ConsentScopeView {
  @ApiProperty({ example: 'notes:read' })
  name: string;

  @ApiProperty({ example: 'Read your notes' })
  description: string;

  @ApiPropertyOptional({ example: 'All of them, including future ones', description: 'A second line of text.' })
  detail?: string;

  @ApiPropertyOptional(textsSchema(ScopeTextsView))
  texts?: Readonly<Record<string, ScopeTextsView>>;

  @ApiProperty({ description: 'Whether its checkbox should begin unticked.' })
  sensitive: boolean;

  @ApiProperty({ description: 'Whether the account has granted it to this application before.' })
  granted_before: boolean;
}

/** The client, the account and the access of a request that a person decides. */
export class RequestedAccessView {
  @ApiProperty()
  client: AskingClientView;

  @ApiPropertyOptional({ description: 'If a metadata document describes the client: its host, which vouches for it.' })
  client_host?: string;

  @ApiProperty()
  account: AccountView;

  @ApiProperty({
    type: ConsentResourceView,
    nullable: true,
    description: 'Null if only identity scopes are requested.',
  })
  resource: ConsentResourceView | null;

  @ApiProperty({ type: [ConsentScopeView] })
  scopes: ConsentScopeView[];

  @ApiPropertyOptional({
    format: 'date-time',
    description: 'If the account has granted it something before: since when it has access.',
  })
  granted_since?: string;
}

/** Draws up what is asked for, by a request in a browser and by one of a device. */
export function toRequestedAccess(
  { id, name, email }: AccountView,
  client: RegisteredClient,
  { scope, resource }: RequestedTarget,
  granted: GrantedAccess,
): RequestedAccessView {
  const definitions = [...(resource?.scopes ?? []), ...IDENTITY_SCOPES];
  return {
    client: toAskingClientView(client),
    ...(client.origin === 'metadata_document' && { client_host: new URL(client.clientId).host }),
    account: { id, name, email },
    resource: resource === null ? null : toResource(resource),
    scopes: scope.map((asked) => ({
      ...toScope(definitions.find((known) => known.name === asked) ?? { name: asked, description: asked }),
      granted_before: granted.scopes.includes(asked),
    })),
    ...(granted.since !== null && { granted_since: new Date(granted.since).toISOString() }),
  };
}

const toResource = ({ url, name, texts }: Resource): ConsentResourceView => ({ url, name, ...(texts && { texts }) });

const toScope = ({ name, description, detail, sensitive = false, texts }: ScopeDefinition) => ({
  ...{ name, description, sensitive },
  ...(detail !== undefined && { detail }),
  ...(texts && { texts }),
});
