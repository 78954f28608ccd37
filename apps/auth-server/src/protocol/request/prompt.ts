import { invalidRequest } from '../oauth-error';

/** OpenID Connect Core §3.1.2.1; `create`: Initiating User Registration 1.0. */
export const PROMPTS = ['none', 'login', 'consent', 'select_account', 'create'] as const;

export type Prompt = (typeof PROMPTS)[number];

/** @throws OAuthError `invalid_request` for an unknown value, or `none` beside another. */
export function parsePrompt(text: string | undefined): readonly Prompt[] {
  const values = (text ?? '').split(' ').filter((value) => value !== '');
  const prompts = values.map((value) => PROMPTS.find((prompt) => prompt === value));
  if (prompts.includes(undefined)) throw invalidRequest(`prompt must contain only ${PROMPTS.join(', ')}`);
  if (prompts.includes('none') && prompts.length > 1)
    throw invalidRequest('prompt none cannot be combined with other values');
  return prompts as Prompt[];
}

/** Whether the person is to choose an account, or to make one, before anything is asked. */
export const wantsChoice = (prompts: readonly string[]) =>
  prompts.includes('select_account') || prompts.includes('create');

/** Whether a `login_hint` is the email of another account; what else it may be is not known here. */
export const namesAnother = (loginHint: string | null | undefined, email: string | null | undefined) =>
  email != null && loginHint?.includes('@') === true && loginHint.trim().toLowerCase() !== email.toLowerCase();

export const isSilent = (text: string | undefined) => (text ?? '').trim() === 'none';
