import createClient from 'openapi-fetch';
import { base } from '../frame';
import { Failure, failureOf } from './failure';
import type { components, paths } from './generated/schema';
import { signInAgain } from './sign-in-again';

export type Application = components['schemas']['ApplicationView'];
export type NewApplication = components['schemas']['NewApplicationDto'];
export type ChangedApplication = components['schemas']['ChangeApplicationDto'];

export const api = createClient<paths>({ baseUrl: base });

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
    if (response.status !== 401) throw failureOf(error, response);
    if (!(await signInAgain())) throw new Failure('declined');
  }
}
