import createClient from 'openapi-fetch';
import { base } from '../frame';
import { Failure, failureOf } from './failure';
import type { components, paths } from './generated/schema';
import { type Reason, signInAgain } from './sign-in-again';

export type Application = components['schemas']['ApplicationView'];
export type ListedApplication = components['schemas']['ListedApplicationView'];
export type NewApplication = components['schemas']['NewApplicationDto'];
export type ChangedApplication = components['schemas']['ChangeApplicationDto'];
export type ServerMetadata = components['schemas']['MetadataView'];

export const api = createClient<paths>({ baseUrl: base });

/** RFC 9470 §3: the session lasts, and a change needs a recent sign-in. */
const TOO_OLD = 'insufficient_user_authentication';

interface Answered<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/**
 * Makes a call of the API, and once more after a sign-in where the session has ended: nothing that was typed is lost.
 *
 * @throws Failure
 */
export async function call<Data>(send: () => Promise<Answered<Data>>): Promise<NonNullable<Data>> {
  for (;;) {
    const { data, error, response } = await send().catch(() => {
      throw new Failure('offline');
    });
    if (response.ok) return data as NonNullable<Data>;
    const failure = failureOf(error, response);
    if (failure.status !== 401) throw failure;
    const reason: Reason = failure.code === TOO_OLD ? 'tooOld' : 'ended';
    if (!(await signInAgain(reason))) throw new Failure('declined');
  }
}

/**
 * A call of a route whose 404 is that of a server which does not have it: a list, or of what is known to be there.
 *
 * @throws Failure
 */
export async function callRoute<Data>(send: () => Promise<Answered<Data>>): Promise<NonNullable<Data>> {
  try {
    return await call(send);
  } catch (error) {
    throw error instanceof Failure && error.status === 404 ? new Failure('missing') : error;
  }
}
