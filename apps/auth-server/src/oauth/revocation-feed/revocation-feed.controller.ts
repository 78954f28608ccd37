import { Controller, Get } from '@nestjs/common';
import { ApiBasicAuth, ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Reply } from '../../platform/http/answers/reply';
import { ApiOAuthError } from '../../platform/http/docs/api-docs';
import { AnyOrigin, VariesBy } from '../../platform/http/edge/route-facts';
import { PAGE_TYPE } from '../../protocol/revocation/page';
import { CurrentPageCall, type PageCall } from './page-call';
import { RevocationFeedService } from './revocation-feed.service';

@ApiTags('oauth2')
@ApiBasicAuth('client')
@AnyOrigin()
@Controller('oauth2/revocations')
export class RevocationFeedController {
  constructor(private readonly pages: RevocationFeedService) {}

  @Get()
  @VariesBy('Accept-Encoding')
  @ApiOperation({ summary: 'Read what revoked access tokens, as pages that are signed JWTs' })
  @ApiQuery({ name: 'after', required: false, description: 'The `next` of a page, to get the page after it.' })
  @ApiQuery({ name: 'wait', required: false, description: 'How many seconds to wait for a newer entry: 0 to 25.' })
  @ApiOkResponse({ content: { [PAGE_TYPE]: { schema: { type: 'string' } } } })
  @ApiOAuthError(400, 401, 403, 429, 503)
  page(@CurrentPageCall() call: PageCall): Promise<Reply> {
    return this.pages.read(call);
  }
}
