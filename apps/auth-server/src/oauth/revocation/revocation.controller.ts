import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBasicAuth, ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { ApiOAuthError } from '../../platform/http/docs/api-docs';
import { AnyOrigin } from '../../platform/http/edge/route-facts';
import { type ClientCall, CurrentCall, FORM } from '../../platform/http/edge/edge-request';
import { Reply } from '../../platform/http/answers/reply';
import { CLIENT_PARAMETERS } from '../../protocol/client/authentication';
import { parseParameters } from '../../protocol/request/parameters';
import { assertNoSecretInQuery } from '../../protocol/request/secret-in-query';
import { RevocationRequestDto } from './revocation.dto';
import { RevocationService } from './revocation.service';

/** `token_type_hint` is not read: the form of a token shows its type (RFC 7009 §2.1). */
const PARAMETERS = ['token', ...CLIENT_PARAMETERS] as const;

@ApiTags('oauth2')
@ApiBasicAuth('client')
@ApiSecurity({})
@AnyOrigin()
@Controller('oauth2/revoke')
export class RevocationController {
  constructor(private readonly revocation: RevocationService) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({ summary: 'Revoke a token (RFC 7009); with a refresh token, all tokens of the same code' })
  @ApiConsumes(FORM)
  @ApiBody({ type: RevocationRequestDto })
  @ApiOkResponse({ description: 'The token no longer works, or never did: an empty object.' })
  @ApiOAuthError(400, 401, 413, 429, 503)
  async revoke(@CurrentCall() { query, body, authorization, address, noted }: ClientCall): Promise<Reply> {
    assertNoSecretInQuery(query, 'token');
    const parameters = parseParameters(body(FORM).text, PARAMETERS);
    await this.revocation.revoke({ parameters, authorization, address, noted });
    // RFC 7009 §2.2 wants the status alone, but clients parse what they get.
    return new Reply(200, {});
  }
}
