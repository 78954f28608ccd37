import { invalidRequest, invalidScope } from '../oauth-error';
import type { Parameters } from './parameters';
import { parseScope } from './scope';

/** How long after a decision the same answer is taken for the same click, in milliseconds (ADR 12). */
export const ONE_ANSWER = 30_000;

export const DECISION_PARAMETERS = ['session_id', 'is_rejected', 'scope'] as const;

export type DecisionParameters = Parameters<(typeof DECISION_PARAMETERS)[number]>;

export type ConsentDecision = { rejected: true } | { rejected: false; scope: readonly string[] };

/** @throws OAuthError `invalid_request` or `invalid_scope`: a malformed call decides nothing. */
export function parseConsentDecision(
  parameters: Omit<DecisionParameters, 'session_id'>,
  asked: readonly string[],
): ConsentDecision {
  const rejected = parseRejected(parameters.is_rejected);
  const scope = parameters.scope === undefined ? asked : parseScope(parameters.scope);
  if ((scope.length === 0 && asked.length > 0) || scope.some((name) => !asked.includes(name)))
    throw invalidScope('scope must be a subset of the requested scope');
  return rejected ? { rejected } : { rejected, scope: asked.filter((name) => scope.includes(name)) };
}

function parseRejected(text: string | undefined): boolean {
  switch (text) {
    case 'true':
    case '1':
      return true;
    case 'false':
    case '0':
      return false;
    default:
      throw invalidRequest('is_rejected must be true or false (or 1 or 0)');
  }
}
