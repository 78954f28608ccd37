import { type ServerMetadata, api, callRoute } from '../api/api';

/** What the server says of itself (RFC 8414). */
export interface ServerFacts {
  issuer: string;
  scopes: readonly string[];
  /** The rest. */
  metadata: ServerMetadata;
}

let known: Promise<ServerFacts> | undefined;

/** Asked once; after a failure again. @throws Failure */
export function serverFacts(): Promise<ServerFacts> {
  known ??= ask().catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  return known;
}

async function ask(): Promise<ServerFacts> {
  const metadata = await callRoute(() => api.GET('/.well-known/oauth-authorization-server'));
  return { issuer: metadata.issuer, scopes: metadata.scopes_supported, metadata };
}
