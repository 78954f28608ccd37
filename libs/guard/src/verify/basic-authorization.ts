/** HTTP Basic of a client (RFC 6749 §2.3.1): both parts are form-encoded first. */
export function basicAuthorization({ clientId, clientSecret }: { clientId: string; clientSecret: string }): string {
  const [id, secret] = [clientId, clientSecret].map((text) => new URLSearchParams({ '': text }).toString().slice(1));
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}
