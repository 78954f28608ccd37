import { Controller, Delete, Get, HttpCode, Inject, Param, Post, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { ApiProblem, ApiSignedIn } from '../../platform/http/docs/api-docs';
import { ActsByCookie } from '../../platform/http/edge/route-facts';
import { CheckedBody } from '../../platform/http/validation/body.pipe';
import { Problem, notFound } from '../../platform/http/answers/problem';
import type { Caller } from '../../model/sessions/caller';
import { CurrentCaller, SignedInGuard } from '../../model/sessions/signed-in.guard';
import { DeveloperGuard } from '../applications/developer.guard';
import {
  DEFAULT_TOKEN_TTL,
  InitialAccessTokenListView,
  NewInitialAccessTokenDto,
  ShownInitialAccessTokenView,
  toTokenView,
} from './initial-access-token.dto';
import {
  InitialAccessTokenRepository,
  MOST_TOKENS,
} from '../../model/clients/registration/initial-access-token.repository';

@ApiTags('registration')
@ApiSignedIn()
@UseGuards(SignedInGuard)
@ActsByCookie()
@Controller('api/registration-tokens')
export class InitialAccessTokensController {
  constructor(
    private readonly tokens: InitialAccessTokenRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post()
  @UseGuards(DeveloperGuard)
  @ApiOperation({ summary: 'Create an initial access token (RFC 7591 §1.2)' })
  @ApiCreatedResponse({ type: ShownInitialAccessTokenView })
  @ApiProblem(400, 403, 409, 413, 415)
  async make(
    @CurrentCaller() { account }: Caller,
    @CheckedBody() dto: NewInitialAccessTokenDto,
  ): Promise<ShownInitialAccessTokenView> {
    if (this.settings.dynamicRegistration !== 'token')
      throw new Problem(403, 'initial access tokens are of no use here: DYNAMIC_REGISTRATION is not token');
    const made = await this.tokens.create(account.id, dto.expires_in ?? DEFAULT_TOKEN_TTL);
    if (made === null) throw new Problem(409, `an account has at most ${MOST_TOKENS} active tokens; delete one first`);
    return { ...toTokenView(made), initial_access_token: made.token };
  }

  @Get()
  @ApiOperation({ summary: 'List your active initial access tokens; never the tokens themselves' })
  @ApiOkResponse({ type: InitialAccessTokenListView })
  async list(@CurrentCaller() { account }: Caller): Promise<InitialAccessTokenListView> {
    return { items: (await this.tokens.listOf(account.id)).map(toTokenView) };
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Revoke an initial access token; what was registered with it stays' })
  @ApiNoContentResponse()
  @ApiProblem(403, 404)
  async revoke(@CurrentCaller() { account }: Caller, @Param('id') id: string): Promise<void> {
    if (!(await this.tokens.revoke(id, account.id))) throw notFound();
  }
}
