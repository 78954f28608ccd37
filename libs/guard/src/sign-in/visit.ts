import type { AbstractHttpAdapter } from '@nestjs/core';

import type { AdapterRequest } from './options.ts';

/** A request of a browser, the same of Express and of Fastify. */
export interface Visit {
  /** What the options of the app take. */
  readonly request: AdapterRequest;
  readonly query: URLSearchParams;
  readonly origin: string | undefined;
  readonly acceptLanguage: string | undefined;
}

/** Reads the query itself: the parsers of applications differ. */
export function visitOf(request: AdapterRequest, adapter: AbstractHttpAdapter): Visit {
  const [, query = ''] = /\?([^]*)$/.exec(String(adapter.getRequestUrl(request))) ?? [];
  const { headers } = request as { headers: Readonly<Record<string, string | string[] | undefined>> };
  return {
    request: request as unknown,
    query: new URLSearchParams(query),
    origin: textOf(headers.origin),
    acceptLanguage: textOf(headers['accept-language']),
  };
}

/** Of a parameter that is there once. */
export function onlyOne({ query }: Visit, name: string): string | null {
  const [value = null, ...more] = query.getAll(name);
  return more.length === 0 ? value : null;
}

const textOf = (header: string | string[] | undefined) => (typeof header === 'string' ? header : undefined);
