import { Controller, Get, Headers } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { compressedReply } from '../answers/compressed-reply';
import type { Reply } from '../answers/reply';
import { AnyOrigin, VariesBy } from '../edge/route-facts';
import { ApiDocument } from './api-document';

/** For generators of clients; people read `/docs`. */
@ApiExcludeController()
@AnyOrigin()
@Controller('docs-json')
export class ApiDocumentController {
  private content: Buffer | undefined;

  constructor(private readonly document: ApiDocument) {}

  @Get()
  @VariesBy('Accept-Encoding')
  show(@Headers('accept-encoding') acceptEncoding: string | undefined): Promise<Reply> {
    this.content ??= Buffer.from(JSON.stringify(this.document.get()));
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' };
    return compressedReply(this.content, headers, acceptEncoding);
  }
}
