import { type ExecutionContext, createParamDecorator } from '@nestjs/common';
import type { Request } from 'express';
import type { PresentedProof } from '../../protocol/token/dpop-proof';
import { OAuthError, invalidRequest } from '../../protocol/oauth-error';
import { decodeUtf8, parseParameters } from '../../protocol/request/parameters';
import type { Header } from '../answers/answer-headers';
import type { Handler } from './handlers';
import type { Route } from './route-table';

/** A request body larger than is read. */
export const TOO_LARGE = Symbol('too large');

/** What the edge knows of a request. */
export interface RequestContext {
  /** Goes into every log line of this request, and back in `X-Request-Id`. */
  id: string;
  /** The path below the prefix. */
  path: string;
  /** What the router has for the path. */
  route?: Route | undefined;
  /** What the route has for the method. */
  handler?: Handler | undefined;
  /** The caller's address; through trusted proxies, the one they name. */
  address: string;
  /** What the answer bears, unless it says something else by the same name. */
  headers: Header[];
  body: Buffer | typeof TOO_LARGE | null;
  /** Whether a page of a foreign origin makes a call that could change something. */
  isFromElsewhere?: boolean;
}

export type EdgeRequest = Request & { edge: RequestContext };

export const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<EdgeRequest>();

/** Reads a parameter of a handler off the request. */
export const readParameter = (read: (request: EdgeRequest) => unknown, context: ExecutionContext) =>
  read(requestOf(context));

/** A parameter that needs the request alone, so that the edge can read it too. */
export const FromRequest = createParamDecorator(readParameter);

/** The query as it was sent, undecoded. */
export const QueryText = () => FromRequest(({ url }) => queryOf(url));

export function queryOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

/** The caller's address. */
export const CallerAddress = () => FromRequest(({ edge }) => edge.address);

/** Whether a page of a foreign origin calls. */
export const FromElsewhere = () => FromRequest(({ edge }) => edge.isFromElsewhere === true);

/** A body in one of the media types an endpoint takes. */
export interface TypedBody {
  type: string;
  text: string;
}

/**
 * Reads the body of an OAuth call, of one of the given media types. It is read when it is called for: who asks comes
 * before what is asked.
 *
 * @throws OAuthError `invalid_request`: another type (400), over 100 KB (413), not UTF-8 (400).
 */
export type BodyReader = (...types: readonly string[]) => TypedBody;

export const OAuthBody = () => FromRequest(bodyReaderOf);

/** A body where it is a form, as text; nothing where there is none, or one of another type. */
export const FormText = () =>
  FromRequest((request) =>
    mediaType(request.headers['content-type']) === FORM ? bodyReaderOf(request)(FORM).text : '',
  );

export function bodyReaderOf({ edge, headers, url }: EdgeRequest): BodyReader {
  return (...types) => {
    // Nothing is read from the query of a POST, but what cannot be read there is refused all the same.
    parseParameters(queryOf(url), []);
    if (edge.body === TOO_LARGE) throw bodyTooLarge();
    const type = mediaType(headers['content-type']);
    if (type === null || !types.includes(type))
      throw invalidRequest(`the body must be ${types.join(' or ')}, in UTF-8`);
    if (headers['content-encoding'] !== undefined) throw invalidRequest('the body must not be compressed');
    return { type, text: edge.body === null ? '' : decodeUtf8(edge.body) };
  };
}

/** A call that a client makes for itself. */
export interface ClientCall {
  /** As it was sent, undecoded. */
  query: string;
  body: BodyReader;
  authorization: string | undefined;
  /** A `DPoP` header and what it must be for; several headers are joined by commas. */
  proof: PresentedProof | null;
  address: string;
  /** Whether a browser only looks ahead. */
  isPrefetch: boolean;
}

/** All of it in one parameter: Nest resolves each by promises of its own. */
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
    isPrefetch: headers['sec-purpose'] !== undefined || /prefetch/i.test(String(headers['purpose'] ?? '')),
  };
}

const bodyTooLarge = () => new OAuthError('invalid_request', 'the body is larger than 100 KB', { status: 413 });

/** The media type in lower case; `null` where there is none or its charset is not UTF-8. */
export function mediaType(contentType: string | undefined): string | null {
  if (contentType === FORM) return FORM;
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) return null;
  return type.trim() || null;
}

export const FORM = 'application/x-www-form-urlencoded';
export const JSON_TYPE = 'application/json';
