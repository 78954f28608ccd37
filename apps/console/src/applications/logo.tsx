import { Field, describedBy } from '@consentry/ui/field';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Application, api, call } from '../api/api';
import { FailureCallout } from '../controls/callout';
import { useAction } from '../controls/use-action';
import { useForm } from '../controls/use-form';
import { t } from '../messages/messages';
import { AppTile } from './app-tile';
import type { OfApplication } from './of-application';
import { SaveForm } from './save-form';

/** Bytes that the server takes. */
const LARGEST = 65_536;

const { image } = t.fields;

/** The logo as users see it, and a file to put in its place. */
export const Logo = ({ application, change }: OfApplication): JSX.Element => {
  const [file, setFile] = useState<File | null>(null);
  const form = useForm(
    async () => {
      if (file === null) return;
      change(await upload(application, file));
      setFile(null);
    },
    { image },
  );
  const { name, error } = form.field('image', file !== null && file.size > LARGEST && image);
  const words = { id: 'logo-file', label: t.logo.file, hint: t.logo.hint, error };
  return (
    <SaveForm id="logo" title={t.logo.title} form={form}>
      <Shown application={application} change={change} />
      <Field {...words} isLive>
        <input
          // Without the file that was sent.
          key={application.logo}
          class="input"
          id={words.id}
          name={name}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          required
          aria-invalid={error ? 'true' : undefined}
          aria-describedby={describedBy(words)}
          onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
        />
      </Field>
    </SaveForm>
  );
};

const Shown = ({ application, change }: Pick<OfApplication, 'application' | 'change'>) => {
  const { client_id, logo, logo_uri } = application;
  const { run, isBusy, failure } = useAction(async () => {
    const params = { path: { client_id } };
    await call(() => api.DELETE('/api/applications/{client_id}/logo', { params }));
    change(await call(() => api.GET('/api/applications/{client_id}', { params })));
  });
  return (
    <>
      <div class="bar">
        <AppTile application={application} shape="xl" />
        {(logo !== undefined || logo_uri !== null) && (
          <button class="btn" type="button" aria-busy={isBusy} onClick={run}>
            {t.logo.remove}
          </button>
        )}
      </div>
      {failure && <FailureCallout failure={failure} />}
    </>
  );
};

/** @throws Failure */
async function upload({ client_id }: Application, file: File): Promise<Application> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const image = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const params = { path: { client_id } };
  return call(() => api.PUT('/api/applications/{client_id}/logo', { params, body: { image } }));
}
