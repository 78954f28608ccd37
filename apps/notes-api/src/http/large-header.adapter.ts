import { ExpressAdapter } from '@nestjs/platform-express';
import { createServer, type RequestListener } from 'node:http';

/** Reads headers up to 32 KB: with Node's default of 16 KB a large token would be cut off by a bare 431. */
export class LargeHeaderAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    const app = this.getInstance<RequestListener>();
    const server = createServer({ maxHeaderSize: 32 * 1024, requireHostHeader: false }, app);
    // Node's own answers to a lack of Host and to unheard-of expectations would bear none of our headers.
    server.on('checkExpectation', app);
    this.setHttpServer(server);
  }
}
