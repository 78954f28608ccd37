import { type Application, api, call } from '../api/api';
import { server } from '../frame';
import { base64url, random } from '../random';
import type { Run } from './run';

const NAME = 'Sandbox';

/** Nothing is ever sent there: the console reads it out of the answer. */
const redirectUri = `${server}/console/try/back`;

/** A run with an application of one's own, so that none that is in use is changed. @throws Failure */
export async function newRun(): Promise<Run> {
  const { client_id: clientId } = await findOrRegister();
  const verifier = random();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return {
    clientId,
    redirectUri,
    verifier,
    challenge: base64url(new Uint8Array(digest)),
    state: random(),
  };
}

async function findOrRegister(): Promise<Application> {
  const { items } = await call(() => api.GET('/api/applications'));
  const found = items.find(
    ({ client_type: type, redirect_uris: [only, ...others], enabled }) =>
      type === 'public' && enabled && only === redirectUri && others.length === 0,
  );
  if (found) return found;
  const body = { name: NAME, redirect_uris: [redirectUri], client_type: 'public' } as const;
  return call(() => api.POST('/api/applications', { body: { ...body, redirect_uris: [...body.redirect_uris] } }));
}
