import { Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import {
  ApiBasicAuth,
  ApiBody,
  ApiConsumes,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
  ApiSecurity,
  ApiTags,
} from '@nestjs/swagger';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { ApiDpop, ApiOAuthError } from '../../platform/http/docs/api-docs';
import { AnyOrigin, Direct } from '../../platform/http/edge/route-facts';
import { type ClientCall, CurrentCall, FORM } from '../../platform/http/edge/edge-request';
import { Reply } from '../../platform/http/answers/reply';
import { rulesOf } from '../../protocol/client/security-profile';
import { OAuthError, invalidRequest } from '../../protocol/oauth-error';
import { parseParameters } from '../../protocol/request/parameters';
import { TokenResponseView } from '../../model/tokens/token-response.view';
import { DpopProofs } from '../../model/tokens/dpop-proofs';
import { UsageCounters } from '../../model/usage/usage-counters';
import { refusalOf } from '../../model/usage/usage-kind';
import { assertNoSecretInQuery } from '../../protocol/request/secret-in-query';
import { GrantTypes } from './grant-types/grant-types';
import { TOKEN_PARAMETERS, type TokenCall } from './token-request';
import { TokenRequestDto } from './token-request.dto';

const PROOF = 'A DPoP proof (RFC 9449), which binds the access token to its key.';

@ApiTags('oauth2')
@ApiBasicAuth('client')
@ApiSecurity({})
@AnyOrigin()
@Controller('oauth2')
export class TokenController {
  private readonly serverRules = rulesOf(this.settings.securityProfile);

  constructor(
    private readonly grantTypes: GrantTypes,
    private readonly proofs: DpopProofs,
    private readonly usage: UsageCounters,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('access_token')
  @Direct()
  @ApiOperation({ summary: 'Exchange a code or a refresh token' })
  @ApiQuery({ name: 'grant_type', enum: ['authorization_code', 'refresh_token'] })
  @ApiQuery({ name: 'code', required: false, description: 'The authorization code, or the refresh token.' })
  @ApiQuery({ name: 'client_id', required: false, description: 'Required for authorization_code.' })
  @ApiQuery({
    name: 'client_secret',
    required: false,
    description: 'Required for confidential applications with authorization_code.',
  })
  @ApiQuery({ name: 'redirect_uri', required: false, description: 'Required for authorization_code.' })
  @ApiQuery({ name: 'code_verifier', required: false })
  @ApiQuery({ name: 'refresh_token', required: false, description: 'May replace code in a refresh.' })
  @ApiQuery({ name: 'scope', required: false, description: 'Narrows the access token of a refresh.' })
  @ApiQuery({ name: 'resource', required: false, description: 'The granted resource (RFC 8707).' })
  @ApiQuery({
    name: 'authorization_details',
    required: false,
    description: 'A part of the granted authorization details (RFC 9396).',
  })
  @ApiDpop(PROOF)
  @ApiOkResponse({ type: TokenResponseView })
  @ApiOAuthError(400, 401, 403, 429, 503)
  async get(@CurrentCall() { query, isPrefetch, ...call }: ClientCall): Promise<Reply> {
    if (isPrefetch) throw prefetched();
    const { takesQueryCredentials, profile } = this.serverRules;
    if (!takesQueryCredentials) throw invalidRequest(`send this by POST, in the body: ${profile}`);
    const parameters = parseParameters(query, TOKEN_PARAMETERS);
    if (parameters.client_assertion !== undefined) throw invalidRequest('send client_assertion by POST, in the body');
    return this.answer({ ...call, parameters, method: 'GET', client: null });
  }

  @Post('access_token')
  @Direct()
  @HttpCode(200)
  @ApiOperation({ summary: 'The same by POST' })
  @ApiConsumes(FORM)
  @ApiBody({ type: TokenRequestDto })
  @ApiDpop(PROOF)
  @ApiOkResponse({ type: TokenResponseView })
  @ApiOAuthError(400, 401, 413, 429, 503)
  async post(@CurrentCall() { query, body, ...call }: ClientCall): Promise<Reply> {
    assertNoSecretInQuery(query);
    const parameters = parseParameters(body(FORM).text, TOKEN_PARAMETERS);
    return this.answer({ ...call, parameters, method: 'POST', client: null });
  }

  @Post('token')
  @Direct()
  @HttpCode(200)
  @ApiOperation({ summary: 'The same at the address in the metadata' })
  @ApiConsumes(FORM)
  @ApiBody({ type: TokenRequestDto })
  @ApiDpop(PROOF)
  @ApiOkResponse({ type: TokenResponseView })
  @ApiOAuthError(400, 401, 413, 429, 503)
  standard(@CurrentCall() call: ClientCall): Promise<Reply> {
    return this.post(call);
  }

  private async answer(call: TokenCall): Promise<Reply> {
    const { name, grantType } = this.grantTypes.get(call);
    call.noted.grantType = name;
    try {
      const response = await grantType.exchange(call);
      this.usage.count(call.client, name);
      return new Reply(200, response, { pragma: 'no-cache', ...this.proofs.headersFor(call.proof) });
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== null) this.usage.count(call.client, refusal);
      throw error;
    }
  }
}

/** A browser's prefetch must not spend a code. */
const prefetched = () => new OAuthError('access_denied', 'this call spends a code or token and must not be prefetched');
