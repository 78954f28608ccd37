import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiConsumes, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiDpop, ApiOAuthError } from '../../platform/http/docs/api-docs';
import { AnyOrigin } from '../../platform/http/edge/route-facts';
import { type ClientCall, CurrentCall, FORM, FormText } from '../../platform/http/edge/edge-request';
import { presentedAccessToken } from '../../protocol/token/bearer-token';
import { parseParameters } from '../../protocol/request/parameters';
import { UserinfoService } from './userinfo.service';
import { UserinfoRequestDto, UserinfoView } from './userinfo.view';

@ApiTags('oauth2')
@ApiBearerAuth('access')
@AnyOrigin()
@Controller('oauth2/userinfo')
export class UserinfoController {
  constructor(private readonly userinfo: UserinfoService) {}

  @Get()
  @ApiOperation({ summary: 'Get the claims of the account that the access token allows' })
  @ApiDpop('The DPoP proof for a bound access token (RFC 9449).')
  @ApiOkResponse({ type: UserinfoView })
  @ApiOAuthError(401, 403, 503)
  get(@CurrentCall() { authorization, proof }: ClientCall): Promise<UserinfoView> {
    return this.userinfo.find({ proof, ...presentedAccessToken(authorization, undefined) });
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({ summary: 'The same by POST' })
  @ApiConsumes(FORM)
  @ApiBody({ type: UserinfoRequestDto, required: false })
  @ApiDpop('The DPoP proof for a bound access token (RFC 9449).')
  @ApiOkResponse({ type: UserinfoView })
  @ApiOAuthError(400, 401, 403, 413, 503)
  post(@CurrentCall() { authorization, proof }: ClientCall, @FormText() form: string): Promise<UserinfoView> {
    const { access_token: token } = parseParameters(form, ['access_token']);
    return this.userinfo.find({ proof, ...presentedAccessToken(authorization, token) });
  }
}
