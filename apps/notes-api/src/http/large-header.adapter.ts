import { ExpressAdapter } from '@nestjs/platform-express';
import { createServer, type RequestListener } from 'node:http';

/** Reads headers up to 32 KB: with Node's default of 16 KB a large token would be cut off by a bare 431. */
export class LargeHeaderAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    this.setHttpServer(createServer({ maxHeaderSize: 32 * 1024 }, this.getInstance<RequestListener>()));
  }
}
