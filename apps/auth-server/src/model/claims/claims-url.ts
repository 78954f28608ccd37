import { randomUUID } from 'node:crypto';
import type { Clock } from '../../platform/config/clock';
import type { RequestSigner } from '../keys/signing/request-signer';
import { OutboundError, type OutboundReason, fetchOwn } from '../../platform/outbound/outbound';
import { CLAIMS_REQUEST_TYP, type ClaimsRequest, claimsRequestToken } from '../../protocol/token/claims-request';
import { ClaimsProblem } from '../../protocol/token/own-claims';
import { LONGEST_ANSWER } from '../../protocol/token/own-claims-answer';
import { CLAIMS_TIMEOUT, type ClaimsSource } from './claims-source';

/** RFC 7519 §10.3.1. */
const JWT = 'application/jwt';

const FAILURES: Record<OutboundReason, string> = {
  url_not_allowed: 'its URL is not allowed',
  unreachable: 'it could not be reached',
  too_slow: `it took longer than ${CLAIMS_TIMEOUT} ms`,
  too_large: `its answer is longer than ${LONGEST_ANSWER} bytes`,
};

/** `CLAIMS_URL`: the request is signed, the answer is trusted by TLS. */
export class ClaimsUrl implements ClaimsSource {
  constructor(
    private readonly own: { issuer: string; url: string },
    private readonly signer: RequestSigner,
    private readonly clock: Clock,
  ) {}

  async ask(request: ClaimsRequest): Promise<string> {
    const token = claimsRequestToken(request, { ...this.own, jti: randomUUID(), now: this.clock.now() });
    const body = await this.signer.sign(CLAIMS_REQUEST_TYP, token);
    try {
      const { status, body: text } = await fetchOwn(this.own.url, {
        method: 'POST',
        headers: { 'content-type': JWT, accept: 'application/json' },
        body,
        maxBytes: LONGEST_ANSWER,
        timeoutMs: CLAIMS_TIMEOUT,
      });
      if (status !== 200) throw new ClaimsProblem(`it answered with ${status}`);
      return text;
    } catch (error) {
      if (error instanceof OutboundError) throw new ClaimsProblem(FAILURES[error.reason], error);
      throw error;
    }
  }

  close(): void {}
}
