import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useForm } from '../controls/use-form';
import { t } from '../messages/messages';
import type { OfApplication } from './application-page';
import { changeApplication } from './change-application';
import { SaveForm } from './save-form';
import { ScopeTicks } from './scope-ticks';

/** What it may ask people for: all that there is, or a list. */
export const Scopes = ({ application, change, scopes: there }: OfApplication): JSX.Element => {
  const [isEvery, setEvery] = useState(application.scopes === null);
  const [chosen, setChosen] = useState<readonly string[]>(application.scopes ?? there);
  const [hasProfile, setHasProfile] = useState(application.profile_in_id_token);
  const form = useForm(async () => {
    const scopes = isEvery ? null : [...chosen];
    change(await changeApplication(application, { scopes, profile_in_id_token: hasProfile }));
  });
  return (
    <SaveForm id="scopes" title={t.settings.scopes} text={t.settings.scopesText} form={form}>
      <div class="ticks">
        <label>
          <input
            class="check"
            type="checkbox"
            checked={isEvery}
            onChange={(event) => setEvery(event.currentTarget.checked)}
          />
          {t.settings.everyScope}
        </label>
      </div>
      {!isEvery && (
        <ScopeTicks
          legend={<span class="vh">{t.settings.scopes}</span>}
          scopes={there}
          chosen={chosen}
          onChange={setChosen}
        />
      )}
      <div class="ticks">
        <label>
          <input
            class="check"
            type="checkbox"
            checked={hasProfile}
            onChange={(event) => setHasProfile(event.currentTarget.checked)}
          />
          {t.settings.profileInIdToken}
        </label>
      </div>
    </SaveForm>
  );
};
