import { Inject, Injectable } from '@nestjs/common';
import { type RegisteredClient, isStranger } from '../../model/clients/registered-client';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import type { Noted } from '../../platform/http/edge/edge-request';
import { Limits } from '../../platform/limits/limits';
import {
  type AuthorizationParameters,
  parseAuthorizationRequest,
  resolveRedirectTarget,
  type SentParameters,
} from '../../protocol/request/authorization-request';
import type { ClientRules } from '../../protocol/client/client';
import { type PresentedProof, invalidProof, namedKeyOf } from '../../protocol/token/dpop-proof';
import { OAuthError, invalidRequest } from '../../protocol/oauth-error';
import { hashToken } from '../../protocol/token/opaque-secret';
import { REQUEST_URI_TTL, newRequestUri } from '../../protocol/request/request-uri';
import { PushedRequestRepository } from '../../model/pushed-requests/pushed-request.repository';
import { RequestObjects } from '../../model/clients/authentication/request-objects';
import { type CallOfClient, ClientAuthentication } from '../../model/clients/authentication/client-authentication';
import { DpopProofs } from '../../model/tokens/dpop-proofs';
import type { PushedView } from './pushed-authorization.dto';

interface PushingCall extends CallOfClient {
  parameters: SentParameters;
  proof: PresentedProof | null;
  address: string;
  noted: Noted;
}

/** A client that must bind its tokens still needs no proof here. */
const withoutNeed = ({ rules }: RegisteredClient) => ({ dpopBoundAccessTokens: false, rules });

/** POST /oauth2/par: a client pushes its authorization request (RFC 9126). */
@Injectable()
export class PushedAuthorizationService {
  constructor(
    private readonly authentication: ClientAuthentication,
    private readonly proofs: DpopProofs,
    private readonly objects: RequestObjects,
    private readonly pushed: PushedRequestRepository,
    private readonly limits: Limits,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws OAuthError as the token endpoint does of the client, and the authorization endpoint of the request. */
  async push(call: PushingCall): Promise<PushedView> {
    const client = await this.authentication.authenticate(this.authentication.parse(call), call);
    if (isStranger(client)) await this.limits.consume('pushed_requests', { address: call.address });
    if (call.parameters.request_uri !== undefined) throw invalidRequest('request_uri cannot be pushed');
    const sent = { ...call.parameters, client_id: client.clientId };
    const asked = await this.objects.open(sent, client, call.address);
    if (client.rules.needsRedirectUri && asked.redirect_uri === undefined)
      throw invalidRequest('redirect_uri is missing');
    this.assertGood(asked, client);
    const parameters = boundTo(call.proof, asked);
    assertSize(parameters, client);
    await this.proofs.keyOf(call.proof, withoutNeed(client));
    const requestUri = newRequestUri();
    const expiresAt = this.clock.now() + REQUEST_URI_TTL * 1000;
    await this.pushed.push(hashToken(requestUri), client.clientId, parameters, expiresAt);
    return { request_uri: requestUri, expires_in: REQUEST_URI_TTL };
  }

  /** The client reads the error itself: without the redirect. */
  private assertGood(parameters: AuthorizationParameters, client: ClientRules): void {
    try {
      parseAuthorizationRequest(parameters, resolveRedirectTarget(parameters, client), this.settings);
    } catch (error) {
      throw error instanceof OAuthError ? new OAuthError(error.code, error.description) : error;
    }
  }
}

/** In bytes, as they are stored. */
const MOST_OF_PUBLIC = 4_096;

/** Any caller may push in the name of a public client: bound what is stored. */
function assertSize(parameters: AuthorizationParameters, { type }: ClientRules): void {
  if (type !== 'public' || Buffer.byteLength(JSON.stringify(parameters)) <= MOST_OF_PUBLIC) return;
  throw new OAuthError(
    'invalid_request',
    `a public application may push at most ${MOST_OF_PUBLIC} bytes of parameters, counted as JSON`,
    { status: 413 },
  );
}

/** RFC 9449 §10.1: a proof that is pushed along names the key, as `dpop_jkt` does. The proof is verified afterwards. */
function boundTo(proof: PresentedProof | null, parameters: AuthorizationParameters): AuthorizationParameters {
  if (proof === null) return parameters;
  const key = namedKeyOf(proof.text);
  const { dpop_jkt: named = key } = parameters;
  if (named !== key) throw invalidProof('the DPoP proof is signed with a different key than the one in dpop_jkt');
  return { ...parameters, dpop_jkt: key };
}
