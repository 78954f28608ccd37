import type { ProvenRequest } from '../possession.ts';

/** A subscription over graphql-ws: what its server gives to the context function. */
export interface Subscription {
  readonly extra: { readonly request?: ProvenRequest; readonly socket?: ClosableSocket };
  readonly connectionParams?: { readonly authorization?: unknown; readonly Authorization?: unknown } | undefined;
}

interface ClosableSocket {
  close(code: number, reason: string): void;
  once(event: 'close', listener: () => void): unknown;
}

/** The names that drivers give to the HTTP request: Apollo's `req`, Mercurius' `reply.request`, others' `request`. */
interface GraphqlContext extends Partial<Subscription> {
  readonly req?: object;
  readonly request?: object;
  readonly reply?: { readonly request?: object };
}

/** The HTTP request of a GraphQL context, or undefined where a host's own context does not name it. */
export function requestOfGraphql(shared: unknown): ProvenRequest | undefined {
  const context = (shared ?? {}) as GraphqlContext;
  return context.req ?? context.request ?? context.reply?.request;
}

/** The subscription of a GraphQL context. Nest puts it into `req` too. */
export function subscriptionOf(shared: unknown): Subscription | undefined {
  return [shared, requestOfGraphql(shared)].find(
    (candidate): candidate is Subscription => (candidate as GraphqlContext | undefined)?.extra?.request !== undefined,
  );
}
