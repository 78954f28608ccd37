import { ExpressAdapter } from '@nestjs/platform-express';
import { createServer, type RequestListener } from 'node:http';

/**
 * Milliseconds for which an idle connection is kept, longer than by any usual proxy. Who closes first must not be us: a
 * request on its way into a connection that is being closed is a 502. Node's default is 5 s.
 */
const KEEP_ALIVE = 620_000;

/** Reads headers up to 32 KB: with Node's default of 16 KB a large token would be cut off by a bare 431. */
export class LargeHeaderAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    const app = this.getInstance<RequestListener>();
    const limits = { maxHeaderSize: 32 * 1024, keepAliveTimeout: KEEP_ALIVE };
    const server = createServer({ ...limits, requireHostHeader: false }, app);
    // Node's own answers to a lack of Host and to unheard-of expectations would bear none of our headers.
    server.on('checkExpectation', app);
    this.setHttpServer(server);
  }
}
