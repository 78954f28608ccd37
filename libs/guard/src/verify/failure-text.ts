/**
 * An error for the log. fetch says only "fetch failed" and names the reason as its cause, a refused connection has a code
 * alone. Not instanceof: Jest's Error is not fetch's.
 */
export function describeFailure(error: unknown): string {
  const { message, code, cause } = (error ?? {}) as { message?: string; code?: string; cause?: typeof error };
  const { message: why, code: whyCode } = (cause ?? {}) as { message?: string; code?: string };
  return why || whyCode || message || code || String(error);
}
