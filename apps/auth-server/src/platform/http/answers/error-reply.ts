import { HttpException } from '@nestjs/common';
import { STATUS_CODES } from 'node:http';
import { isDatabaseUnavailable, isUnstorable } from '../../database/database-error';
import { OAuthError, type OAuthErrorCode } from '../../../protocol/oauth-error';
import type { RequestContext } from '../edge/edge-request';
import type { FaultLog } from './fault-log';
import { oauthErrorReply } from './oauth-error-reply';
import { Problem, problemReply } from './problem';
import type { Reply } from './reply';

const RETRY_AFTER = 2;

/**
 * The answer to any error: a page where one was asked for, OAuth's form below `/oauth2`, problem details elsewhere. Faults of the server are logged with
 * their cause; their answers hold no stack, query or secret.
 */
export function errorReply(error: unknown, edge: RequestContext, faults: FaultLog): Reply {
  const known = toKnownError(error);
  const code = known instanceof Problem ? known.more.code : known.code;
  if (code !== undefined) edge.noted.error = code;
  if (known.status >= 500) faults.note(known, error, edge);
  if (edge.drawError !== undefined) return edge.drawError(known);
  if (edge.path.startsWith('/oauth2/')) return oauthErrorReply(known instanceof Problem ? toOAuthError(known) : known);
  return problemReply(known instanceof Problem ? known : toProblem(known));
}

function toKnownError(error: unknown): OAuthError | Problem {
  if (error instanceof OAuthError || error instanceof Problem) return error;
  if (isDatabaseUnavailable(error))
    return new OAuthError('temporarily_unavailable', 'try again shortly', { retryAfter: RETRY_AFTER, cause: error });
  if (isUnstorable(error)) return new Problem(400, 'a value contains the character U+0000, which cannot be stored');
  if (error instanceof HttpException && error.getStatus() < 500)
    return new Problem(error.getStatus(), error.getStatus() === 404 ? 'there is no such path' : error.message);
  if (error instanceof URIError) return new Problem(400, 'the path contains malformed percent-encoding');
  // Errors of Express' own parts, such as an impossible Range.
  const status = statusOf(error);
  if (status !== undefined) return new Problem(status, STATUS_CODES[status] ?? 'refused');
  return new OAuthError('server_error', 'something went wrong on the server', { cause: error });
}

/** The 4xx status of an error made by `http-errors`. */
function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  const { status } = error;
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status < 500 ? status : undefined;
}

function toOAuthError({ status, detail, more }: Problem): OAuthError {
  const code: OAuthErrorCode =
    status === 403 ? 'access_denied' : status === 503 ? 'temporarily_unavailable' : 'invalid_request';
  return new OAuthError(code, detail.replace(/[^\x20-\x21\x23-\x5B\x5D-\x7E]/g, ' '), { status, cause: more.cause });
}

function toProblem({ status, code, description, detail }: OAuthError): Problem {
  const headers = {
    ...(detail.challenge && { 'www-authenticate': detail.challenge }),
    ...(detail.retryAfter && { 'retry-after': String(detail.retryAfter) }),
  };
  return new Problem(status, description || (STATUS_CODES[status] ?? ''), { code, headers, cause: detail.cause });
}
