import { ExpressAdapter } from '@nestjs/platform-express';
import { createServer, type RequestListener } from 'node:http';

/** Milliseconds that an idle connection stays open. */
const KEEP_ALIVE = 30_000;

/**
 * The same behind a proxy, longer than proxies' own limits: if the service closes first, a request under way becomes a
 * 502.
 */
const KEEP_ALIVE_OF_PROXY = 620_000;

/** Accepts headers up to 32 KB: with Node's default of 16 KB a large token would get a bare 431. */
export class LargeHeaderAdapter extends ExpressAdapter {
  constructor(private readonly isBehindProxy: boolean) {
    super();
  }

  override initHttpServer(): void {
    const app = this.getInstance<RequestListener>();
    const keepAliveTimeout = this.isBehindProxy ? KEEP_ALIVE_OF_PROXY : KEEP_ALIVE;
    const limits = { maxHeaderSize: 32 * 1024, keepAliveTimeout };
    const server = createServer({ ...limits, requireHostHeader: false }, app);
    // Node's own answers to a missing Host and unknown expectations would lack our headers.
    server.on('checkExpectation', app);
    this.setHttpServer(server);
  }
}
