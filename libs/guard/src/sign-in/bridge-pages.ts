import type { Logger } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';

import { describeFailure } from '../verify/failure-text.ts';
import type { BridgeSettings } from './bridge.settings.ts';
import type { AdapterRequest } from './options.ts';
import { type Page, stopPage } from './pages.ts';
import { Stop } from './stop.ts';
import { type Visit, visitOf } from './visit.ts';
import { languageOf } from './words.ts';

/** Sends pages, by Express or Fastify, and makes one of each failure. */
export class BridgePages {
  constructor(
    private readonly settings: BridgeSettings,
    private readonly adapterHost: HttpAdapterHost,
    private readonly logger: Pick<Logger, 'warn' | 'error'>,
  ) {}

  /**
   * Sends what `draw` makes of a visit; never rejects.
   *
   * @param start a path of the auth server, where the person can start anew.
   */
  async reply(
    request: AdapterRequest,
    response: unknown,
    draw: (visit: Visit) => Promise<Page>,
    start = '/',
  ): Promise<void> {
    const visit = visitOf(request, this.adapterHost.httpAdapter);
    const { status, headers, html } = await draw(visit).catch((error: unknown) => this.failed(error, visit, start));
    this.send(response, headers, html, status);
  }

  send(response: unknown, headers: Readonly<Record<string, string>>, body: string, status = 200): void {
    const { httpAdapter } = this.adapterHost;
    for (const [name, value] of Object.entries(headers)) httpAdapter.setHeader(response, name, value);
    httpAdapter.reply(response, body, status);
  }

  private failed(error: unknown, visit: Visit, start: string): Page {
    const stop = error instanceof Stop ? error : faultOf(error);
    if (stop.reason === 'fault') this.logger.error(stop.message, stop.stack);
    else if (stop.reason === 'refused' || stop.reason === 'unavailable') this.logger.error(stop.message);
    // What a stranger can cause is no error of the app.
    else this.logger.warn(stop.message);
    const ways = { start: this.settings.issuer + start, here: `?${visit.query.toString()}` };
    return stopPage(languageOf(visit.acceptLanguage), stop, ways);
  }
}

/** Of what a function of the app threw, with its stack. */
function faultOf(error: unknown): Stop {
  const stop = new Stop('fault', `A sign-in could not be answered: ${describeFailure(error)}`);
  const { stack } = (error ?? {}) as { stack?: string };
  if (stack !== undefined) stop.stack = stack;
  return stop;
}
