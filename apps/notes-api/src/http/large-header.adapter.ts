import { ExpressAdapter } from '@nestjs/platform-express';
import { createServer, type RequestListener } from 'node:http';

/** Milliseconds for which an idle connection is kept. */
const KEEP_ALIVE = 30_000;

/**
 * The same behind a proxy, longer than by any usual one. The service must not close first: a request on its way into a
 * connection that is being closed is a 502.
 */
const KEEP_ALIVE_OF_PROXY = 620_000;

/** Reads headers up to 32 KB: with Node's default of 16 KB a large token would be cut off by a bare 431. */
export class LargeHeaderAdapter extends ExpressAdapter {
  constructor(private readonly isBehindProxy: boolean) {
    super();
  }

  override initHttpServer(): void {
    const app = this.getInstance<RequestListener>();
    const keepAliveTimeout = this.isBehindProxy ? KEEP_ALIVE_OF_PROXY : KEEP_ALIVE;
    const limits = { maxHeaderSize: 32 * 1024, keepAliveTimeout };
    const server = createServer({ ...limits, requireHostHeader: false }, app);
    // Node's own answers to a lack of Host and to unheard-of expectations would bear none of our headers.
    server.on('checkExpectation', app);
    this.setHttpServer(server);
  }
}
