import { Controller, Inject, Param, Post, UseGuards } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import { ClaimsReader } from '../../model/claims/claims-reader';
import { ClientRepository } from '../../model/clients/client.repository';
import { DeveloperGuard } from '../applications/developer.guard';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { timeOrderedId } from '../../platform/database/time-ordered-id';
import { ApiExample, ApiProblem, ApiSignedIn } from '../../platform/http/docs/api-docs';
import { ActsByCookie } from '../../platform/http/edge/route-facts';
import { CheckedBody } from '../../platform/http/validation/body.pipe';
import { CallerAddress } from '../../platform/http/edge/edge-request';
import { Problem, invalidFields, notFound } from '../../platform/http/answers/problem';
import { NO_FACTS } from '../../protocol/request/authorization-facts';
import { OAuthError } from '../../protocol/oauth-error';
import { type Resource, parseScope, resolveScope } from '../../protocol/request/scope';
import type { Caller } from '../../model/sessions/caller';
import { CurrentCaller, SignedInGuard } from '../../model/sessions/signed-in.guard';
import { RefreshFamilyRepository } from '../../model/tokens/refresh-family.repository';
import type { FamilyTimes } from '../../endings/family-times';
import { type IssuedTokens, TokenIssuer, type TokenResponse } from '../../model/tokens/token-issuer';
import { TokenResponseView } from '../../model/tokens/token-response.view';

/** A year; access tokens end earlier. */
const LONGEST = 31_536_000;

class TestTokenDto {
  @ApiProperty({ example: 'notes:read', description: 'Scopes of one resource, separated by spaces.' })
  @IsString()
  @MinLength(1)
  @MaxLength(2048)
  scope: string;

  @ApiPropertyOptional({
    example: 3_600,
    description:
      'Seconds, at most as long as the access tokens of the application last. With it there is no refresh token.',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(LONGEST)
  expires_in?: number;
}

/** The shortcut for experimenting: tokens for the developer's own account, without the consent step. */
@ApiTags('applications')
@ApiSignedIn()
@UseGuards(SignedInGuard)
@ActsByCookie()
@Controller('api/applications/:client_id/test-token')
export class TestTokenController {
  constructor(
    private readonly clients: ClientRepository,
    private readonly issuer: TokenIssuer,
    private readonly claims: ClaimsReader,
    private readonly families: RefreshFamilyRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Post()
  @UseGuards(DeveloperGuard)
  @ApiOperation({ summary: 'Get tokens for your own account, to experiment with' })
  @ApiExample(TestTokenDto, { scope: 'notes:read' })
  @ApiCreatedResponse({ type: TokenResponseView })
  @ApiProblem(400, 403, 404, 409, 413, 415, 503)
  async issue(
    @CurrentCaller() { account, authTime, acr }: Caller,
    @Param('client_id') clientId: string,
    @CheckedBody() { scope: text, expires_in: expiresIn }: TestTokenDto,
    @CallerAddress() address: string,
  ): Promise<TokenResponse> {
    const client = await this.clients.find(clientId);
    if (client === null || client.accountId !== account.id) throw notFound();
    if (!client.enabled) throw new Problem(409, 'the application is disabled');
    // No key is proven here, and RFC 9449 §5.2 gives such an application bound tokens only.
    if (client.dpopBoundAccessTokens)
      throw new Problem(
        409,
        'the application has dpop_bound_access_tokens: get its tokens through the authorization flow, with a DPoP proof',
      );
    const scope = parseScope(text);
    const resource = this.resolve(scope, client.scopes)?.url ?? this.settings.issuer;
    const now = this.clock.now();
    const familyId = timeOrderedId(now);
    const family = { id: familyId, scope, resource, ...this.timesOf(expiresIn, now) };
    // As the flow does: an ID token says when and how the account signed in (OpenID Connect Core §2).
    const signIn = scope.includes('openid') ? { authTime, acr } : { authTime: null, acr: null };
    const developer = { accountId: account.id, client, signIn };
    const begun = await this.families.beginForDeveloper(developer, family, now, address);
    if (begun === null) throw notFound();
    // After the write, which may have made the grant: before it there is no count of reissues to ask them for.
    const own = this.claims.isOnFor(client)
      ? await this.claims.get({ accountId: account.id, client, ...begun, resource, scope })
      : null;
    const issued = {
      ...NO_FACTS,
      ...signIn,
      ...begun,
      accountId: account.id,
      client,
      clientId: client.id,
      familyId,
      generation: 0,
      resource,
      scope,
      own,
    };
    return expiresIn === undefined ? this.issuer.issue(issued, now) : this.issueFor(expiresIn, issued, now);
  }

  /** Without a refresh token, which would outlive what was asked for. */
  private async issueFor(expiresIn: number, issued: IssuedTokens, now: number): Promise<TokenResponse> {
    const notAfter = Math.floor(now / 1000) + expiresIn;
    const response = await this.issuer.issue({ ...issued, notAfter }, now);
    delete response.refresh_token;
    return response;
  }

  private timesOf(expiresIn: number | undefined, now: number): FamilyTimes {
    const times = this.issuer.times(now);
    if (expiresIn === undefined) return times;
    const end = Math.min(times.accessExpiresAt, now + expiresIn * 1000);
    return { expiresAt: end, accessExpiresAt: end };
  }

  private resolve(scope: readonly string[], allowed: readonly string[] | null): Resource | null {
    try {
      return resolveScope(scope, allowed, this.settings.resources);
    } catch (error) {
      if (error instanceof OAuthError) throw invalidFields([{ field: 'scope', detail: error.description }]);
      throw error;
    }
  }
}
