import { Controller, Post } from '@nestjs/common';
import {
  ApiBasicAuth,
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiOperation,
  ApiSecurity,
  ApiTags,
} from '@nestjs/swagger';
import { ApiDpop, ApiOAuthError } from '../../platform/http/docs/api-docs';
import { AnyOrigin, Costly } from '../../platform/http/edge/route-facts';
import { type ClientCall, CurrentCall, FORM } from '../../platform/http/edge/edge-request';
import { SENT_PARAMETERS } from '../../protocol/request/authorization-request';
import { CLIENT_PARAMETERS } from '../../protocol/client/authentication';
import { parseParameters } from '../../protocol/request/parameters';
import { assertNoSecretInQuery } from '../../protocol/request/secret-in-query';
import { PushedRequestDto, PushedView } from './pushed-authorization.dto';
import { PushedAuthorizationService } from './pushed-authorization.service';

const PARAMETERS = [...new Set([...SENT_PARAMETERS, ...CLIENT_PARAMETERS])];

@ApiTags('oauth2')
@ApiBasicAuth('client')
@ApiSecurity({})
@AnyOrigin()
@Controller('oauth2/par')
export class PushedAuthorizationController {
  constructor(private readonly requests: PushedAuthorizationService) {}

  @Post()
  @Costly()
  @ApiOperation({ summary: 'Push an authorization request (RFC 9126)' })
  @ApiConsumes(FORM)
  @ApiBody({ type: PushedRequestDto })
  @ApiDpop('A DPoP proof (RFC 9449), which binds the code to its key.')
  @ApiCreatedResponse({ type: PushedView })
  @ApiOAuthError(400, 401, 413, 429, 503)
  async push(@CurrentCall() { query, body, authorization, proof, address, noted }: ClientCall): Promise<PushedView> {
    assertNoSecretInQuery(query);
    return this.requests.push({
      parameters: parseParameters(body(FORM).text, PARAMETERS),
      authorization,
      proof,
      address,
      noted,
    });
  }
}
