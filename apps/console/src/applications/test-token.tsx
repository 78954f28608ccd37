import { Callout } from '@consentry/ui/callout';
import { Icon } from '@consentry/ui/icon';
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { api, call } from '../api/api';
import { FailureCallout } from '../controls/callout';
import { Copyable } from '../controls/copyable';
import { resources, sensitiveScopes } from '../frame';
import { useAction } from '../controls/use-action';
import { t } from '../messages/messages';
import type { OfApplication } from './of-application';
import { ScopeTicks } from './scope-ticks';

const HOUR = 3_600;

/** What a token is asked for. */
interface Asked {
  /** Of its resource among the choices. */
  place: number;
  scopes: readonly string[];
  isShort: boolean;
}

/** The shortcut for experimenting: a token for the own account, without the consent step. */
export const TestToken = ({ application, scopes: there }: OfApplication): JSX.Element => {
  const choices = choicesOf(application.scopes ?? there);
  const [asked, setAsked] = useState<Asked>(() => ({ place: 0, scopes: withoutSensitive(choices[0]), isShort: true }));
  const [token, setToken] = useState<{ text: string; scope: string } | null>(null);
  const { run, isBusy, failure } = useAction(async () => {
    const params = { path: { client_id: application.client_id } };
    const body = { scope: asked.scopes.join(' '), ...(asked.isShort && { expires_in: HOUR }) };
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
          <Fields choices={choices} asked={asked} onChange={setAsked} />
        </details>
      </div>
    </section>
  );
};

const Fields = ({
  choices,
  asked,
  onChange,
}: {
  choices: readonly Choice[];
  asked: Asked;
  onChange: (asked: Asked) => void;
}) => (
  <>
    {choices.length > 1 && (
      <Radios
        legend={t.testToken.resource}
        hint={t.testToken.oneResource}
        options={choices.map(({ name }) => name)}
        place={asked.place}
        onChange={(place) => onChange({ ...asked, place, scopes: withoutSensitive(choices[place]) })}
      />
    )}
    <ScopeTicks
      legend={t.testToken.scopes}
      scopes={choices[asked.place]?.scopes ?? []}
      chosen={asked.scopes}
      onChange={(scopes) => onChange({ ...asked, scopes })}
    />
    <Radios
      legend={t.testToken.lasts}
      options={[t.testToken.anHour, t.testToken.asUsual]}
      place={asked.isShort ? 0 : 1}
      onChange={(place) => onChange({ ...asked, isShort: place === 0 })}
    />
  </>
);

interface RadiosProps {
  legend: string;
  hint?: string;
  options: readonly string[];
  /** Of the chosen option. */
  place: number;
  onChange: (place: number) => void;
}

const Radios = ({ legend, hint, options, place, onChange }: RadiosProps) => {
  const name = useId();
  return (
    <fieldset class="ticks">
      <legend>{legend}</legend>
      {hint && <p class="hint">{hint}</p>}
      {options.map((option, at) => (
        <label key={option}>
          <input type="radio" name={name} checked={at === place} onChange={() => onChange(at)} />
          <span>{option}</span>
        </label>
      ))}
    </fieldset>
  );
};

/** What one token can be for: a resource, with its scopes and those of no resource. */
interface Choice {
  name: string;
  scopes: readonly string[];
}

function choicesOf(scopes: readonly string[]): Choice[] {
  const owners = resources.filter((resource) => resource.scopes.some((name) => scopes.includes(name)));
  if (owners.length === 0) return [{ name: '', scopes }];
  return owners.map((owner) => ({
    name: owner.name,
    scopes: scopes.filter((name) => !owners.some((other) => other !== owner && other.scopes.includes(name))),
  }));
}

const withoutSensitive = (choice: Choice | undefined) =>
  (choice?.scopes ?? []).filter((name) => !sensitiveScopes.includes(name));
