import { Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { ApiBasicAuth, ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import { ApiOAuthError } from '../../platform/http/docs/api-docs';
import { IgnoresCookies, VariesBy } from '../../platform/http/edge/route-facts';
import { type ClientCall, CurrentCall, FORM } from '../../platform/http/edge/edge-request';
import { Reply } from '../../platform/http/answers/reply';
import { prefersSignedIntrospection } from '../../protocol/text/accept';
import { CLIENT_PARAMETERS } from '../../protocol/client/authentication';
import { SIGNED_INTROSPECTION } from '../../protocol/token/introspection';
import { parseParameters } from '../../protocol/request/parameters';
import { assertNoSecretInQuery } from '../../protocol/request/secret-in-query';
import { IntrospectionRequestDto, IntrospectionView } from './introspection.dto';
import { IntrospectionService } from './introspection.service';

/** `token_type_hint` is not read: the form of a token shows its type. */
const PARAMETERS = ['token', ...CLIENT_PARAMETERS] as const;

@ApiTags('oauth2')
@ApiBasicAuth('client')
@IgnoresCookies()
@Controller('oauth2/introspect')
export class IntrospectionController {
  constructor(private readonly introspection: IntrospectionService) {}

  @Post()
  @VariesBy('Accept')
  @HttpCode(200)
  @ApiOperation({ summary: 'Check whether a token is active (RFC 7662)' })
  @ApiConsumes(FORM)
  @ApiBody({ type: IntrospectionRequestDto })
  @ApiProduces('application/json')
  @ApiOkResponse({ type: IntrospectionView, description: `Signed if Accept names ${SIGNED_INTROSPECTION}.` })
  @ApiOAuthError(400, 401, 413, 429, 503)
  async introspect(
    @CurrentCall() { query, body, authorization, address, noted }: ClientCall,
    @Headers('accept') accept: string | undefined,
  ): Promise<Reply> {
    assertNoSecretInQuery(query, 'token');
    const parameters = parseParameters(body(FORM).text, PARAMETERS);
    const call = { parameters, authorization, address, noted };
    if (!prefersSignedIntrospection(accept)) return new Reply(200, (await this.introspection.introspect(call)).answer);
    return new Reply(200, await this.introspection.introspectSigned(call), { 'content-type': SIGNED_INTROSPECTION });
  }
}
