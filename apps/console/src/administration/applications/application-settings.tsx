import type { JSX } from 'preact';
import { type Fact, Facts } from '../../controls/facts';
import { dayOf } from '../../messages/messages';
import { t } from '../messages/messages';
import type { ApplicationDetail } from './application-views';

type Settings = ApplicationDetail['settings'];

const { settings: words } = t.applications.one;

/** Requests without one of these are refused. */
const DEMANDS = [
  'require_client_authentication',
  'require_pkce',
  'require_pushed_authorization_requests',
  'require_signed_request_object',
  'dpop_bound_access_tokens',
] as const satisfies readonly (keyof Settings)[];

/** What an operator asks of an application, as its developer set it; nothing here changes it. */
export const SettingsCard = ({ settings }: { settings: Settings }): JSX.Element => (
  <section class="card" aria-labelledby="settings">
    <header>
      <div>
        <h2 id="settings">{words.title}</h2>
        <p>{words.text}</p>
      </div>
    </header>
    <Facts facts={rowsOf(settings)} />
  </section>
);

/** Without what is not set. */
function rowsOf(settings: Settings): Fact[] {
  const { description, secrets } = settings;
  const rows: Fact[] = [
    [words.description, description === null ? null : <bdi key="text">{description}</bdi>],
    [words.redirectUris, codes(settings.redirect_uris)],
    [words.scopes, settings.scopes === null ? words.allScopes : codes(settings.scopes)],
    [words.grantTypes, codes(settings.grant_types)],
    [words.authentication, codes([settings.token_endpoint_auth_method])],
    [words.secrets, secrets.length === 0 ? null : <Secrets key="secrets" secrets={secrets} />],
    [words.demands, codes(DEMANDS.filter((name) => settings[name]))],
    [words.profile, codes([settings.security_profile])],
    [words.keys, codes([settings.jwks_uri])],
    [words.logout, codes([settings.backchannel_logout_uri])],
    [words.contacts, codes(settings.contacts ?? [])],
    [words.pages, codes([settings.homepage_uri, settings.policy_uri, settings.tos_uri])],
  ];
  return rows.filter(([, value]) => value !== null);
}

/** Text, not links: others chose it. */
function codes(values: readonly (string | null)[]): JSX.Element | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  return (
    <span class="lined">
      {known.map((value) => (
        <code key={value}>{value}</code>
      ))}
    </span>
  );
}

const Secrets = ({ secrets }: Pick<Settings, 'secrets'>) => (
  <span class="lined">
    {secrets.map(({ id, created_at: since, last_used_at: used }) => (
      <span key={id}>{words.secret(dayOf(since), used === null ? null : dayOf(used))}</span>
    ))}
  </span>
);
