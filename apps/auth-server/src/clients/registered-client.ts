import type { ClientOrigin, ClientType } from '../protocol/client/client';
import type { ClientFields } from '../protocol/client/fields';
import type { DescribedClient } from '../protocol/client/metadata';

/** A live secret, as client authentication needs it. */
export interface LiveSecret {
  id: string;
  hash: string;
  lastUsedAt: number | null;
}

/** An application, as the OAuth endpoints know it. */
export type RegisteredClient = StoredClient | UnstoredClient;

/** One that has a row. */
export interface StoredClient extends ClientFacts {
  /** Internal: what grants and refresh tokens name. */
  id: number;
}

/** One that is known by its metadata document alone: no account has approved anything of it yet (ADR 34). */
export interface UnstoredClient extends ClientFacts {
  id: null;
  metadataExpiresAt: number;
  /** What its row will hold. */
  described: DescribedClient;
}

interface ClientFacts extends ClientFields {
  clientId: string;
  /** `null` for a client that registered itself. */
  accountId: string | null;
  type: ClientType;
  origin: ClientOrigin;
  /** The account whose initial access token let the client register itself. */
  vouchedBy: string | null;
  /** Epoch milliseconds, both. */
  createdAt: number;
  metadataExpiresAt: number | null;
  redirectUris: readonly string[];
  secrets: readonly LiveSecret[];
}

/** Whether no developer answers for its calls: anybody can call in its name, or make any number of such clients. */
export const isStranger = ({ type, origin }: Pick<RegisteredClient, 'type' | 'origin'>) =>
  type === 'public' || origin !== 'console';
