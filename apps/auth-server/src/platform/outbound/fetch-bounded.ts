/** Bytes. More than for a server that a client chose: the operator chose this one. */
const LARGEST = 65_536;

/** `fetch` with a bound on its answer, for libraries that call what the operator chose, also on a private host. */
export async function fetchBounded(...call: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...call);
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
