import { fetchOwn } from './outbound';
import { isInsecureCall } from './private-lookup';

/** Bytes. More than for a server that a client chose: the operator chose this one. */
const LARGEST = 65_536;

/** `fetch` with a bound on its answer, for libraries that call what the operator chose, also on a private host. */
export async function fetchBounded(...call: Parameters<typeof fetch>): Promise<Response> {
  const request = new Request(...call);
  if (isInsecureCall(request.url)) return fetchInsecure(request);
  const response = await fetch(request);
  if (response.body === null) return response;
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop ends the connection.
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > LARGEST) throw new Error(`the answer is larger than ${LARGEST} bytes`);
    chunks.push(chunk);
  }
  const { status, statusText, headers } = response;
  return new Response(Buffer.concat(chunks), { status, statusText, headers });
}

/** The caller's own time limit is not seen here. */
const LONGEST_CALL = 10_000;

/** `fetch` itself cannot check the addresses that it connects to. */
async function fetchInsecure(request: Request): Promise<Response> {
  const { status, headers, body } = await fetchOwn(request.url, {
    method: request.method === 'POST' ? 'POST' : 'GET',
    headers: Object.fromEntries(request.headers),
    ...(request.body !== null && { body: await request.text() }),
    maxBytes: LARGEST,
    timeoutMs: LONGEST_CALL,
  });
  const type = headers['content-type'];
  const isEmpty = [204, 205, 304].includes(status);
  return new Response(isEmpty ? null : body, { status, headers: type === undefined ? {} : { 'content-type': type } });
}
