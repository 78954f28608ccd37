import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Copyable } from '../controls/copyable';
import { type Fact, Facts } from '../controls/facts';
import { t } from '../messages/messages';
import type { OfApplication } from './of-application';
import { takeFresh } from './fresh-secrets';
import { hasRedirects } from './purposes';
import { QuickStart } from './quick-start';
import { RedirectUris } from './redirect-uris';
import { Secrets } from './secrets';
import { TestToken } from './test-token';

/** What an application proves itself by, and where it may send people back to. */
export const Credentials = (of: OfApplication): JSX.Element => {
  const [fresh, setFresh] = useState(() => takeFresh(of.application.client_id));
  return (
    <>
      <Identity {...of} />
      <Secrets {...of} fresh={fresh} onFresh={setFresh} />
      <QuickStart {...of} secret={fresh?.text} />
      {hasRedirects(of.application) && <RedirectUris {...of} />}
      <TestToken {...of} />
    </>
  );
};

const Identity = ({ application, issuer }: OfApplication) => {
  const copied = [
    { term: t.credentials.clientId, text: application.client_id, of: t.credentials.ofClientId },
    { term: t.credentials.issuer, text: issuer, of: t.credentials.ofIssuer },
    { term: t.credentials.metadata, text: metadataOf(issuer), of: t.credentials.ofMetadata },
  ];
  const facts = copied.map(({ term, text, of }): Fact => [term, <Copyable key={term} text={text} of={of} />]);
  return (
    <section class="card" aria-labelledby="identity">
      <header>
        <div>
          <h2 id="identity">{t.credentials.identity}</h2>
        </div>
      </header>
      <div class="pad">
        <Facts facts={facts} />
      </div>
    </section>
  );
};

/** RFC 8414 §3.1: the well-known path stands between host and path. */
function metadataOf(issuer: string): string {
  const { origin, pathname } = new URL(issuer);
  return `${origin}/.well-known/oauth-authorization-server${pathname === '/' ? '' : pathname}`;
}
