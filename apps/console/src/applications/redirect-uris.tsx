import { Icon } from '@consentry/ui/icon';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { FailureCallout } from '../controls/callout';
import { Field } from '../controls/field';
import { useAction } from '../controls/use-action';
import { useForm } from '../controls/use-form';
import { t } from '../messages/messages';
import type { OfApplication } from './of-application';
import { changeApplication } from './change-application';
import { redirectUriWords } from './redirect-uri-words';

const OWN = { redirect_uris: t.fields.redirect_uris };

/** Where people may be sent back to. */
export const RedirectUris = ({ application, change }: OfApplication): JSX.Element => {
  const { redirect_uris: uris, client_type: type } = application;
  const [typed, setTyped] = useState('');
  const save = async (wanted: string[]) => change(await changeApplication(application, { redirect_uris: wanted }));
  const removal = useAction(save);
  const form = useForm(async () => {
    await save([...uris, typed]);
    setTyped('');
  }, OWN);
  const { wrong, warning } = redirectUriWords(typed, { isPublic: type === 'public', others: uris });
  const failure = form.failure ?? removal.failure;
  return (
    <section class="card" aria-labelledby="redirect-uris">
      <header>
        <div>
          <h2 id="redirect-uris">{t.credentials.redirectUris}</h2>
          <p>{t.credentials.redirectUrisText}</p>
        </div>
      </header>
      <div class="pad stack tight">
        <Lines uris={uris} onRemove={(uri) => removal.run(uris.filter((other) => other !== uri))} />
        <form onSubmit={form.onSubmit} onInput={form.onInput}>
          <Field
            {...form.field('redirect_uris', wrong)}
            warning={warning}
            id="add-uri"
            label={t.credentials.addOne}
            value={typed}
            onInput={setTyped}
            input={{ class: 'input mono', required: true, autoComplete: 'off', spellcheck: false }}
            button={
              <button class="btn" aria-busy={form.isBusy}>
                {t.credentials.add}
              </button>
            }
          />
        </form>
        {failure && <FailureCallout failure={failure} />}
      </div>
    </section>
  );
};

const Lines = ({ uris, onRemove }: { uris: readonly string[]; onRemove: (uri: string) => void }) => (
  <ul class="lines">
    {uris.map((uri) => (
      <li key={uri}>
        <code>{uri}</code>
        {uris.length > 1 && (
          <button
            class="btn quiet icon slim"
            type="button"
            aria-label={t.credentials.remove(uri)}
            onClick={() => onRemove(uri)}
          >
            <Icon name="x" />
          </button>
        )}
      </li>
    ))}
  </ul>
);
