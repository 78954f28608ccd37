import { ApiProperty } from '@nestjs/swagger';
import type { ClientType } from '../../protocol/client/client';
import { membersOf } from '../../protocol/client/field-mapping';
import { type ProfileContext, underProfile } from '../../protocol/client/security-profile';
import type { ShownSecret } from '../../model/clients/registration/application.repository';
import { type ApplicationUse, MOST_COUNTED } from '../../model/usage/usage.repository';
import type { LiveSecret } from '../../model/clients/registered-client';
import type { Settings } from '../../platform/config/settings';
import { LOGO, shownLogo } from '../../model/clients/client.view';
import type { ClientAsStored } from '../../model/clients/client-rows';
import { isoTime, isoTimeOrNull } from '../iso-time';
import { MembersView } from './client-members';

class SecretView {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_used_at: string | null;
}

export class ApplicationView extends MembersView {
  @ApiProperty()
  client_id: string;

  @ApiProperty({ enum: ['confidential', 'public'] })
  client_type: ClientType;

  @ApiProperty({ type: [String] })
  redirect_uris: string[];

  @ApiProperty({ required: false, description: LOGO })
  logo?: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: [SecretView] })
  secrets: SecretView[];
}

export class NewApplicationView extends ApplicationView {
  @ApiProperty({ required: false, description: 'Shown only this once. Public applications have none.' })
  client_secret?: string;
}

export const AccountsWithAccess = () =>
  ApiProperty({
    type: 'integer',
    maximum: MOST_COUNTED,
    description: `How many accounts allow it access. ${MOST_COUNTED} means at least that many.`,
  });

export class ListedApplicationView extends ApplicationView {
  @AccountsWithAccess()
  accounts_with_access: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'The beginning of the hour in which it last got a code or token; null: not within 90 days.',
  })
  last_used_at: string | null;
}

export class ApplicationListView {
  @ApiProperty({ type: [ListedApplicationView] })
  items: ListedApplicationView[];
}

class ListedSecretView extends SecretView {
  @ApiProperty({ type: String, nullable: true, example: 'server in Frankfurt' })
  name: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it expires, if another secret replaced it; listed for 7 more days.',
  })
  expires_at: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Its last four characters; null: it was created before they were stored.',
    example: 'q3Tw',
  })
  hint: string | null;
}

export class SecretListView {
  @ApiProperty({ type: [ListedSecretView] })
  items: ListedSecretView[];
}

export class NewSecretView extends SecretView {
  @ApiProperty({ description: 'Shown only this once.' })
  client_secret: string;
}

const toSecretView = (secret: Pick<LiveSecret, 'id' | 'createdAt' | 'lastUsedAt'>): SecretView => ({
  id: secret.id,
  created_at: isoTime(secret.createdAt),
  last_used_at: isoTimeOrNull(secret.lastUsedAt),
});

export const toSecretListView = (secrets: readonly LiveSecret[]): SecretListView => ({
  items: secrets.map((secret) => ({
    ...toSecretView(secret),
    name: secret.name,
    expires_at: isoTimeOrNull(secret.expiresAt),
    hint: secret.hint,
  })),
});

export const toNewSecretView = ({ secret, ...rest }: ShownSecret): NewSecretView => ({
  ...toSecretView({ ...rest, lastUsedAt: null }),
  client_secret: secret,
});

export type ViewContext = ProfileContext & Pick<Settings, 'refreshRetryWindow'>;

/** With what the security profile in force makes of it. */
export function toApplicationView(client: ClientAsStored, server: ViewContext): ApplicationView {
  const refreshRetryWindow = client.refreshRetryWindow ?? server.refreshRetryWindow;
  const held = underProfile({ ...client, refreshRetryWindow }, server);
  const { name, description, homepage_uri, logo_uri, ...others } = membersOf('api', held);
  return {
    client_id: client.clientId,
    name,
    client_type: client.type,
    description,
    homepage_uri,
    logo_uri,
    ...shownLogo(client.logo),
    redirect_uris: [...client.redirectUris],
    ...others,
    refresh_retry_window: held.refreshRetryWindow,
    created_at: isoTime(client.createdAt),
    secrets: client.secrets.map(toSecretView),
  };
}

/** @param uses of all applications of the account; one that was registered meanwhile has none. */
export function toApplicationListView(
  clients: readonly ClientAsStored[],
  uses: readonly ApplicationUse[],
  server: ViewContext,
): ApplicationListView {
  const useOf = new Map(uses.map((use) => [use.clientId, use]));
  return {
    items: clients.map((client) => {
      const { accounts = 0, lastUsed = null } = useOf.get(client.clientId) ?? {};
      return {
        ...toApplicationView(client, server),
        accounts_with_access: accounts,
        last_used_at: isoTimeOrNull(lastUsed),
      };
    }),
  };
}
