import type { Request } from './request';

/** What a walk through the flow has learned so far; in memory alone. */
export interface Run {
  clientId: string;
  redirectUri: string;
  verifier: string;
  challenge: string;
  state: string;
  sessionId?: string;
  /** The service that the token will be for. */
  resource?: string;
  code?: string;
  accessToken?: string;
  refreshToken?: string;
  /** The one before the refresh. */
  oldRefreshToken?: string;
}

export const STEPS = ['ask', 'decide', 'exchange', 'call', 'refresh', 'replay'] as const;

export type Step = (typeof STEPS)[number];

const JSON_ANSWER = { Accept: 'application/json' };

/** The right request of each step (RFC 6749 §4.1, RFC 7636). */
export function requestOf(step: Step, run: Run): Request {
  switch (step) {
    case 'ask':
      return { method: 'GET', url: `/oauth2/authorize?${queryOf(run)}`, headers: JSON_ANSWER };
    case 'decide':
      return {
        method: 'POST',
        url: '/oauth2/authorize',
        headers: { ...JSON_ANSWER, Prefer: 'return=representation' },
        form: { session_id: run.sessionId ?? '', is_rejected: 'false' },
      };
    case 'exchange':
      return token({
        grant_type: 'authorization_code',
        code: run.code ?? '',
        client_id: run.clientId,
        redirect_uri: run.redirectUri,
        code_verifier: run.verifier,
      });
    case 'call':
      return { method: 'GET', url: run.resource ?? '', headers: { Authorization: `Bearer ${run.accessToken ?? ''}` } };
    case 'refresh':
      return refreshOf(run, run.refreshToken);
    case 'replay':
      return refreshOf(run, run.oldRefreshToken);
  }
}

const token = (form: Record<string, string>): Request => ({
  method: 'POST',
  url: '/oauth2/token',
  headers: JSON_ANSWER,
  form,
});

const refreshOf = ({ clientId }: Run, text = '') =>
  token({ grant_type: 'refresh_token', refresh_token: text, client_id: clientId });

/** Without a scope it asks for all that the application may have at one service. */
const queryOf = ({ clientId, redirectUri, state, challenge }: Run) =>
  new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }).toString();

/** A mistake that clients make, to be seen refused. */
export type Mistake = 'verifier' | 'redirectUri' | 'codeAgain';

export const MISTAKES: Readonly<Partial<Record<Step, readonly Mistake[]>>> = {
  exchange: ['verifier', 'redirectUri'],
  replay: ['codeAgain'],
};

/** The request of a step, wrong on purpose. */
export function mistaken(step: Step, mistake: Mistake, run: Run): Request {
  if (mistake === 'codeAgain') return requestOf('exchange', run);
  const request = requestOf(step, run);
  const wrong =
    mistake === 'verifier' ? { code_verifier: 'x'.repeat(43) } : { redirect_uri: `${run.redirectUri}/other` };
  return { ...request, form: { ...request.form, ...wrong } };
}

type Body = Readonly<Record<string, unknown>>;

/** What the right answer of a step teaches; `null`: it is not the right one. @param body JSON */
export function learn(step: Step, run: Run, status: number, body: Body): Run | null {
  if (step === 'replay') return status === 400 ? run : null;
  if (status !== 200) return null;
  switch (step) {
    case 'ask':
      return { ...run, sessionId: textOf(body, 'session_id'), resource: textOf(body['resource'] as Body, 'url') };
    case 'decide':
      return learnCode(run, textOf(body, 'redirect_to'));
    case 'exchange':
      return { ...run, accessToken: textOf(body, 'access_token'), refreshToken: textOf(body, 'refresh_token') };
    case 'refresh':
      return {
        ...run,
        accessToken: textOf(body, 'access_token'),
        refreshToken: textOf(body, 'refresh_token'),
        oldRefreshToken: run.refreshToken ?? '',
      };
    case 'call':
      return run;
  }
}

/** The application compares the state before anything else (RFC 6749 §10.12). */
function learnCode(run: Run, redirectTo: string): Run | null {
  if (!URL.canParse(redirectTo)) return null;
  const { searchParams } = new URL(redirectTo);
  const code = searchParams.get('code');
  return code === null || searchParams.get('state') !== run.state ? null : { ...run, code };
}

function textOf(body: Body | undefined, name: string): string {
  const value = body?.[name];
  return typeof value === 'string' ? value : '';
}
