/** The id that the host gave a request, or that the caller sent, if it is fit for a log. */
export function requestIdOf(request: unknown): string | undefined {
  const { id, headers } = (request ?? {}) as { id?: unknown; headers?: Record<string, unknown> };
  const given = typeof id === 'number' ? String(id) : (id ?? headers?.['x-request-id']);
  return typeof given === 'string' && /^[\w.:/+=@-]{1,128}$/.test(given) ? given : undefined;
}
