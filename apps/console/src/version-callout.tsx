import { Callout } from '@consentry/ui/callout';
import type { JSX } from 'preact';
import { api, call } from './api/api';
import { Failure } from './api/failure';
import { useLoaded } from './api/use-loaded';
import { BUILT_FOR, UNTOLD, misfitOf } from './api/version';
import { t } from './messages/messages';

/** Where the server is too far behind the console, or ahead of it, to serve it. */
export const VersionCallout = (): JSX.Element | null => {
  const loaded = useLoaded(versionOfServer);
  const misfit = loaded.state === 'loaded' ? misfitOf(loaded.value) : null;
  if (misfit === null || loaded.state !== 'loaded') return null;
  return (
    <Callout kind="warn" title={t.version.title[misfit]}>
      <span>{t.version.text[misfit](loaded.value, BUILT_FOR)}</span>
    </Callout>
  );
};

async function versionOfServer(): Promise<string> {
  try {
    return (await call(() => api.GET('/api/version'))).version;
  } catch (error) {
    if (error instanceof Failure && error.status === 404) return UNTOLD;
    throw error;
  }
}
