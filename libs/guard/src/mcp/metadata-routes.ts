import type { AbstractHttpAdapter } from '@nestjs/core';

import type { ResourceMetadata } from './resource-metadata.ts';

/** Any page may read it (CORS), with the headers that MCP clients send. */
const ANSWER = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=3600' };
const PREFLIGHT = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400',
};

/** Serves the metadata at the adapter itself: a global prefix or versioning would move a controller's routes. */
export function serveMetadata(adapter: AbstractHttpAdapter, { paths, document }: ResourceMetadata): void {
  const answer = (response: unknown, headers: Record<string, string>, status: number, body?: object) => {
    for (const [name, value] of Object.entries(headers)) adapter.setHeader(response, name, value);
    adapter.reply(response, body, status);
  };
  for (const path of paths) {
    adapter.get(path, (_request: unknown, response: unknown) => answer(response, ANSWER, 200, document));
    adapter.options(path, (_request: unknown, response: unknown) => answer(response, PREFLIGHT, 204));
  }
}
