import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useForm } from '../controls/use-form';
import { t } from '../messages/messages';
import type { OfApplication } from './application-page';
import { changeApplication } from './change-application';
import { SaveForm } from './save-form';

type Flag = keyof typeof t.settings.flags;

const FLAGS = Object.keys(t.settings.flags) as Flag[];

/** How strict the server is with it. */
export const Security = ({ application, change }: OfApplication): JSX.Element => {
  const [wanted, setWanted] = useState<Partial<Record<Flag, boolean>>>({});
  const form = useForm(async () => {
    change(await changeApplication(application, wanted));
  });
  // One without a secret proves itself by PKCE anyway.
  const flags = FLAGS.filter(
    (flag) =>
      application.client_type === 'confidential' || !['require_pkce', 'require_client_authentication'].includes(flag),
  );
  return (
    <SaveForm id="security" title={t.settings.security} text={t.settings.securityText} form={form}>
      <div class="ticks">
        {flags.map((flag) => (
          <label key={flag}>
            <input
              class="check"
              type="checkbox"
              checked={wanted[flag] ?? application[flag]}
              onChange={(event) => setWanted({ ...wanted, [flag]: event.currentTarget.checked })}
            />
            {t.settings.flags[flag]}
          </label>
        ))}
      </div>
    </SaveForm>
  );
};
