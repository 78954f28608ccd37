interface StoredSession {
  readonly cookie: object;
  regenerate(done: (error?: Error) => void): unknown;
}

/**
 * Gives the browser's session a new id and keeps its data. Call it when a person has signed in: an attacker who planted an
 * id in the browser before that knows the session no longer (session fixation).
 *
 * @param request with the session of express-session or @fastify/session; others, which are data in the cookie, stay as
 *   they are. On Fastify with Express' middleware it is the raw request.
 * @returns the request's session from now on; the former object is not saved.
 */
export async function renewSessionId<T extends object>(request: { session: T }): Promise<T> {
  const { session } = request;
  if (!isStored(session)) return session;
  // String keys alone: under symbols @fastify/session keeps the former id.
  const data = Object.entries(session).filter(([name]) => name !== 'cookie');
  await new Promise<void>((resolve, reject) => {
    session.regenerate((error) => (error ? reject(error) : resolve()));
  });
  return Object.assign(request.session, Object.fromEntries(data));
}

/** @fastify/secure-session has a `regenerate` too, which deletes the data: its sessions have no id, and no `cookie`. */
const isStored = (session: object): session is StoredSession =>
  'regenerate' in session && typeof session.regenerate === 'function' && 'cookie' in session;
