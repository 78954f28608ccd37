import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { api, callRoute } from '../api/api';
import type { Failure } from '../api/failure';
import { useLoaded } from '../api/use-loaded';
import { t } from '../messages/messages';
import type { FreshSecret } from './fresh-secrets';

/** The last characters of secrets, by their ids; older secrets have none. */
export type Hints = ReadonlyMap<string, string>;

const LENGTH = 4;

/** What the server kept of the ends of secrets, and those of new ones, for which it is not asked again. */
export function useHints(
  clientId: string,
  fresh: FreshSecret | null,
): { hints: Hints; problem: { failure: Failure; again: () => void } | null } {
  const loaded = useLoaded(() => {
    const params = { path: { client_id: clientId } };
    return callRoute(() => api.GET('/api/applications/{client_id}/secret-hints', { params }));
  }, clientId);
  const { current: hints } = useRef(new Map<string, string>());
  if (fresh) hints.set(fresh.id, fresh.text.slice(-LENGTH));
  if (loaded.state === 'loaded') for (const { id, hint } of loaded.value.items) if (hint !== null) hints.set(id, hint);
  return { hints, problem: loaded.state === 'failed' ? loaded : null };
}

export const Shortened = ({ hint }: { hint: string | undefined }): JSX.Element | null =>
  hint === undefined ? null : (
    <code>
      <span class="vh">{t.credentials.hint} </span>
      <span aria-hidden="true">…</span>
      {hint}
    </code>
  );
