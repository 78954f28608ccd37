import { api, call } from '../api/api';
import { Failure } from '../api/failure';
import { hideAdministration } from '../frame';
import { t } from './messages/messages';

const NO_RIGHT = new Failure('noRight');

/**
 * Makes a call of `/api/admin`, which is 404 for accounts without the role: what there is not is told apart from it.
 *
 * @throws Failure
 */
export async function administer<Data>(send: Parameters<typeof call<Data>>[0]): Promise<NonNullable<Data>> {
  try {
    return await call(send);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.status === 404 && !(await isAdministrator())) {
      hideAdministration();
      throw NO_RIGHT;
    }
    throw inWords(error);
  }
}

async function isAdministrator(): Promise<boolean> {
  const { roles } = await call(() => api.GET('/api/account/roles'));
  return roles.includes('admin');
}

/** What a person can do about a refusal, in the person's language. */
function inWords(failure: Failure): Failure {
  const { kind, status, requestId, fields, code } = failure;
  const text = (t.refusals as Readonly<Record<string, string>>)[code];
  return text === undefined ? failure : new Failure(kind, status, text, requestId, fields, code);
}
