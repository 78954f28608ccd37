import { Callout } from '@consentry/ui/callout';
import { Icon } from '@consentry/ui/icon';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { api, call } from '../api/api';
import { FailureCallout } from '../controls/callout';
import { Copyable } from '../controls/copyable';
import { sensitiveScopes } from '../frame';
import { useAction } from '../controls/use-action';
import { t } from '../messages/messages';
import type { OfApplication } from './application-page';
import { ScopeTicks } from './scope-ticks';

const HOUR = 3_600;

/** The shortcut for experimenting: a token for the own account, without the consent step. */
export const TestToken = ({ application, scopes: there }: OfApplication): JSX.Element => {
  const scopes = application.scopes ?? there;
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    scopes.filter((name) => !sensitiveScopes.includes(name)),
  );
  const [isShort, setShort] = useState(true);
  const [token, setToken] = useState<{ text: string; scope: string } | null>(null);
  const { run, isBusy, failure } = useAction(async () => {
    const params = { path: { client_id: application.client_id } };
    const body = { scope: chosen.join(' '), ...(isShort && { expires_in: HOUR }) };
    const made = await call(() => api.POST('/api/applications/{client_id}/test-token', { params, body }));
    setToken({ text: made.access_token, scope: made.scope });
  });
  return (
    <section class="card" aria-labelledby="test-token">
      <header>
        <div>
          <h2 id="test-token">{t.testToken.title}</h2>
          <p>{t.testToken.text}</p>
        </div>
        <button class="btn" type="button" aria-busy={isBusy} onClick={run}>
          <Icon name="key" /> {t.testToken.get}
        </button>
      </header>
      <div class="pad stack tight">
        {failure && <FailureCallout failure={failure} />}
        {token && (
          <Callout kind="ok" icon="key" title={t.testToken.ready}>
            <span>
              {t.testToken.mayDo(token.scope)}. {t.testToken.readyText}
            </span>
            <Copyable key={token.text} text={token.text} of={t.testToken.ofToken} isBig />
          </Callout>
        )}
        <details>
          <summary>{t.testToken.more}</summary>
          <ScopeTicks legend={t.testToken.scopes} scopes={scopes} chosen={chosen} onChange={setChosen} />
          <Lifetime isShort={isShort} onChange={setShort} />
        </details>
      </div>
    </section>
  );
};

const Lifetime = ({ isShort, onChange }: { isShort: boolean; onChange: (isShort: boolean) => void }) => (
  <fieldset class="ticks">
    <legend>{t.testToken.lasts}</legend>
    {[true, false].map((short) => (
      <label key={String(short)}>
        <input type="radio" name="lasts" checked={isShort === short} onChange={() => onChange(short)} />
        <span>{short ? t.testToken.anHour : t.testToken.asUsual}</span>
      </label>
    ))}
  </fieldset>
);
