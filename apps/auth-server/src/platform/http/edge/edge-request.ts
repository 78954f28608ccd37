import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { Request } from 'express';
import type { IncomingHttpHeaders } from 'node:http';
import type { PresentedProof } from '../../../protocol/token/dpop-proof';
import { OAuthError, invalidRequest } from '../../../protocol/oauth-error';
import { decodeUtf8, parseParameters } from '../../../protocol/request/parameters';
import type { Header } from '../answers/answer-headers';
import type { Problem } from '../answers/problem';
import type { Reply } from '../answers/reply';

/** A body of more than 100 KB. */
export const TOO_LARGE = Symbol('too large');

/** What a request's log line says beside its path and status, as far as it became known. */
export interface Noted {
  /** The `client_id` of a client that was found: what was sent may be a secret in the wrong place. */
  client?: string;
  grantType?: string;
  /** The error's code. */
  error?: string;
}

/** What the edge knows of a request. */
export interface RequestContext {
  /** Also in the request's log lines and in `X-Request-Id`. */
  id: string;
  /** The path below the prefix. */
  path: string;
  /** The client's address; behind trusted proxies, as they forward it. */
  address: string;
  /** Of the answer, unless its `Reply` overrides them. */
  headers: Header[];
  body: Buffer | typeof TOO_LARGE | null;
  noted: Noted;
  /** Whether a page of a foreign origin makes an unsafe call. */
  isFromElsewhere?: boolean;
  /** How an error is told to a person, where a page was asked for. */
  drawError?: ((error: OAuthError | Problem) => Reply) | undefined;
  /** Calls the listener when the answer was sent, or the caller has gone. */
  onEnd: (listener: () => void) => void;
  /** Whether the server stops: then no answer keeps its connection alive. */
  isClosing: () => boolean;
  /** Whether the caller has closed its connection, or may have been served elsewhere while this process stood still. */
  isAbandoned: () => boolean;
}

export type EdgeRequest = Request & { edge: RequestContext };

export const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<EdgeRequest>();

export const readParameter = (read: (request: EdgeRequest) => unknown, context: ExecutionContext) =>
  read(requestOf(context));

/** A parameter built from the request alone, so that the edge can build it without Nest. */
export const FromRequest = createParamDecorator(readParameter);

/** The undecoded query. */
export const QueryText = () => FromRequest(({ url }) => queryOf(url));

export function queryOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

export const CallerAddress = () => FromRequest(({ edge }) => edge.address);

/** Whether a page of a foreign origin calls. */
export const FromElsewhere = () => FromRequest(({ edge }) => edge.isFromElsewhere === true);

export interface TypedBody {
  type: string;
  text: string;
}

/**
 * Decodes the body of an OAuth call, if it has one of the given media types. A function, so that handlers can first check
 * the caller.
 *
 * @throws OAuthError `invalid_request`: another type (400), over 100 KB (413), not UTF-8 (400)
 */
export type BodyReader = (...types: readonly string[]) => TypedBody;

export const OAuthBody = () => FromRequest(bodyReaderOf);

/** The text of a form; empty for no body, or one of another type. */
export const FormText = () =>
  FromRequest((request) =>
    mediaType(request.headers['content-type']) === FORM ? bodyReaderOf(request)(FORM).text : '',
  );

export function bodyReaderOf({ edge, headers, url }: EdgeRequest): BodyReader {
  return (...types) => {
    // A POST reads nothing from its query, but a malformed one is refused.
    parseParameters(queryOf(url), []);
    if (edge.body === TOO_LARGE) throw bodyTooLarge();
    const type = mediaType(headers['content-type']);
    if (type === null || !types.includes(type))
      throw invalidRequest(`the body must be ${types.join(' or ')}, in UTF-8`);
    if (isCompressed(headers)) throw invalidRequest('the body must not be compressed');
    return { type, text: edge.body === null ? '' : decodeUtf8(edge.body) };
  };
}

/** A call of a client by its own credentials. */
export interface ClientCall {
  /** Undecoded. */
  query: string;
  body: BodyReader;
  authorization: string | undefined;
  /** The `DPoP` header with method and path; Node joins several headers by commas. */
  proof: PresentedProof | null;
  address: string;
  noted: Noted;
  isPrefetch: boolean;
  isAbandoned: () => boolean;
}

/** One parameter for all: Nest resolves each by a promise of its own. */
export const CurrentCall = () => FromRequest(clientCallOf);

function clientCallOf(request: EdgeRequest): ClientCall {
  const { headers, url, edge } = request;
  const { dpop } = headers;
  return {
    query: queryOf(url),
    body: bodyReaderOf(request),
    authorization: headers.authorization,
    proof: dpop === undefined ? null : { text: String(dpop), method: request.method, path: edge.path },
    address: edge.address,
    noted: edge.noted,
    isAbandoned: edge.isAbandoned,
    isPrefetch: isPrefetched(headers),
  };
}

/** Whether a browser fetches it ahead: nothing may be spent. */
export const isPrefetched = ({ 'sec-purpose': secPurpose, purpose }: IncomingHttpHeaders) =>
  secPurpose !== undefined || /prefetch/i.test(String(purpose ?? ''));

const bodyTooLarge = () => new OAuthError('invalid_request', 'the body is larger than 100 KB', { status: 413 });

/** In lower case. Forms and JSON are UTF-8, whatever `charset` says (URL Standard §5.1, RFC 8259 §8.1). */
export function mediaType(contentType: string | undefined): string | null {
  if (contentType === FORM) return FORM;
  return contentType?.split(';', 1)[0]!.trim().toLowerCase() || null;
}

/** `identity` is no encoding (RFC 9110 §12.5.3). */
export const isCompressed = ({ 'content-encoding': encoding }: IncomingHttpHeaders) =>
  encoding !== undefined && encoding.trim().toLowerCase() !== 'identity';

export const FORM = 'application/x-www-form-urlencoded';
export const JSON_TYPE = 'application/json';
