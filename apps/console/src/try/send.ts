import { Failure } from '../api/failure';
import { signInAgain } from '../api/sign-in-again';
import { base } from '../frame';
import type { Request } from './request';

export interface Answer {
  status: number;
  /** As it came; JSON is laid out in lines. */
  text: string;
  body: Readonly<Record<string, unknown>>;
}

/** Sends a request to the auth server, and once more after a sign-in where the session has ended. @throws Failure */
export async function send({ method, url, headers, form }: Request): Promise<Answer> {
  for (;;) {
    const response = await fetch(base + url, {
      method,
      headers,
      ...(form && { body: new URLSearchParams(form) }),
    }).catch(() => {
      throw new Failure('offline');
    });
    const text = await response.text();
    const body = parsed(text);
    if (response.status !== 401 || body['error'] !== 'login_required')
      return {
        status: response.status,
        text: Object.keys(body).length > 0 ? JSON.stringify(body, null, 2) : text,
        body,
      };
    if (!(await signInAgain('ended'))) throw new Failure('declined');
  }
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
