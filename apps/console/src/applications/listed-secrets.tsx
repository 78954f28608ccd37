import type { JSX } from 'preact';
import type { components } from '../api/generated/schema';
import { type Application, api, callRoute } from '../api/api';
import type { Failure } from '../api/failure';
import { useLoaded } from '../api/use-loaded';
import { t } from '../messages/messages';

/** As the list of secrets tells it; the application's own members are fewer. */
export type Secret = components['schemas']['ListedSecretView'];

const UNTOLD = { name: null, expires_at: null, hint: null };

/** The secrets of an application, with their names, ends and last characters once these are loaded. */
export function useListedSecrets({ client_id: clientId, secrets }: Application): {
  secrets: readonly Secret[];
  /** Tells the list what was made or changed here, for which the server is not asked again. */
  note: (...changed: Secret[]) => void;
  problem: { failure: Failure; again: () => void } | null;
} {
  const loaded = useLoaded(() => {
    const params = { path: { client_id: clientId } };
    return callRoute(() => api.GET('/api/applications/{client_id}/secret-hints', { params }));
  }, clientId);
  const told = loaded.state === 'loaded' ? loaded.value.items : [];
  const note = (...changed: Secret[]) => {
    const others = told.filter(({ id }) => changed.every((one) => one.id !== id));
    if (loaded.state === 'loaded') loaded.change({ items: [...others, ...changed] });
  };
  return {
    secrets: secrets.map((one) => told.find(({ id }) => id === one.id) ?? { ...one, ...UNTOLD }),
    note,
    problem: loaded.state === 'failed' ? loaded : null,
  };
}

export const Shortened = ({ hint }: { hint: string | null }): JSX.Element | null =>
  hint === null ? null : (
    <code>
      <span class="vh">{t.credentials.hint} </span>
      <span aria-hidden="true">…</span>
      {hint}
    </code>
  );
