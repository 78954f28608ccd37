import { invalidRequest } from '../oauth-error';

/** OpenID Connect Core §3.1.2.1. */
export const PROMPTS = ['none', 'login', 'consent', 'select_account'] as const;

export type Prompt = (typeof PROMPTS)[number];

/** @throws OAuthError `invalid_request` for an unknown value, or `none` beside another. */
export function parsePrompt(text: string | undefined): readonly Prompt[] {
  const values = (text ?? '').split(' ').filter((value) => value !== '');
  const prompts = values.map((value) => PROMPTS.find((prompt) => prompt === value));
  if (prompts.includes(undefined)) throw invalidRequest(`prompt must be of ${PROMPTS.join(', ')}`);
  if (prompts.includes('none') && prompts.length > 1) throw invalidRequest('prompt none goes with no other');
  return prompts as Prompt[];
}

export const isSilent = (text: string | undefined) => (text ?? '').trim() === 'none';
