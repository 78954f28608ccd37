import type { ClientOrigin, ClientType } from '../../protocol/client/client';
import type { ClientFields } from '../../protocol/client/fields';
import type { DescribedClient } from '../../protocol/client/described-client';
import type { Enforced } from '../../protocol/client/profile-problems';

/** One that is not deleted. */
export interface LiveSecret {
  id: string;
  hash: string;
  /** Its last four characters; `null`: it is older than hints. */
  hint: string | null;
  name: string | null;
  /** Epoch milliseconds, all. */
  createdAt: number;
  lastUsedAt: number | null;
  /** When it expires; `null`: it is not replaced. */
  expiresAt: number | null;
}

/** A client as the OAuth endpoints know it. */
export type RegisteredClient = StoredClient | DocumentClient;

export interface StoredClient extends ClientFacts, Enforced {
  /** Internal; in grants and refresh tokens. */
  id: number;
}

/** Known by its metadata document alone, until an account approves something (ADR 34). */
export interface DocumentClient extends ClientFacts, Enforced {
  id: null;
  metadataExpiresAt: number;
  described: DescribedClient;
}

interface ClientFacts extends ClientFields {
  clientId: string;
  /** `null` for a client that registered itself. */
  accountId: string | null;
  type: ClientType;
  origin: ClientOrigin;
  /** The account of its initial access token. */
  vouchedBy: string | null;
  /** Epoch milliseconds, both. */
  createdAt: number;
  metadataExpiresAt: number | null;
  /** In its own tokens. */
  reissues: number;
  redirectUris: readonly string[];
  /** The file of our copy, below `/assets`. */
  logo: string | null;
  secrets: readonly LiveSecret[];
}

/** Whether anyone can call in its name, or create any number of such clients. */
export const isStranger = ({ type, origin }: Pick<RegisteredClient, 'type' | 'origin'>) =>
  type === 'public' || origin !== 'console';
