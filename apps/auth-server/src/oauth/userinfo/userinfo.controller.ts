import { Controller, Get, Headers, HttpCode, Post } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiConsumes,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger/dist/decorators';
import { ApiOAuthError } from '../../http/api-docs';
import { FORM, FormText } from '../../http/edge-request';
import { presentedBearer } from '../../protocol/bearer-token';
import { parseParameters } from '../../protocol/parameters';
import { UserinfoService } from './userinfo.service';
import { UserinfoRequestDto, UserinfoView } from './userinfo.view';

@ApiTags('oauth2')
@ApiBearerAuth('access')
@Controller('oauth2/userinfo')
export class UserinfoController {
  constructor(private readonly userinfo: UserinfoService) {}

  @Get()
  @ApiOperation({ summary: 'Who the account is, as far as the access token says' })
  @ApiOkResponse({ type: UserinfoView })
  @ApiOAuthError(401, 403, 503)
  get(@Headers('authorization') authorization: string | undefined): Promise<UserinfoView> {
    return this.userinfo.find(presentedBearer(authorization, undefined));
  }

  @Post()
  @HttpCode(200)
  @ApiOperation({ summary: 'The same by POST' })
  @ApiConsumes(FORM)
  @ApiBody({ type: UserinfoRequestDto, required: false })
  @ApiOkResponse({ type: UserinfoView })
  @ApiOAuthError(400, 401, 403, 413, 503)
  post(@Headers('authorization') authorization: string | undefined, @FormText() form: string): Promise<UserinfoView> {
    const { access_token: token } = parseParameters(form, ['access_token'], 'body');
    return this.userinfo.find(presentedBearer(authorization, token));
  }
}
