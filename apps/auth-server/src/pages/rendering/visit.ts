import { parse } from 'cookie';
import {
  type EdgeRequest,
  FORM,
  FromRequest,
  TOO_LARGE,
  isCompressed,
  isPrefetched,
  mediaType,
  queryOf,
} from '../../platform/http/edge/edge-request';
import { Problem } from '../../platform/http/answers/problem';
import { decodeUtf8 } from '../../protocol/request/parameters';
import type { Credentials } from '../../model/sessions/caller';
import { credentialsOf } from '../../model/sessions/signed-in.guard';
import { LANGUAGE_COOKIE } from './language';

export type Theme = 'light' | 'dark';

/** A request for a page, or with one of its forms. */
export interface Visit {
  method: string;
  /** Below the prefix, without the query. */
  path: string;
  /** As it was sent, undecoded. */
  queryText: string;
  query: URLSearchParams;
  cookies: Readonly<Record<string, string | undefined>>;
  acceptLanguage: string | undefined;
  userAgent: string | undefined;
  credentials: Credentials;
  address: string;
  /** Whether the browser fetches the page ahead, or as a picture or frame of another page: no person may ever see it. */
  isUnseen: boolean;
  /** Whether another site led here: what a click of ours begins does not begin by that. */
  isLedByOthers: boolean;
  /** The request's id, for errors. */
  id: string;
  /** The fields of the form. @throws Problem 413, 415 or 400 */
  readForm: () => URLSearchParams;
}

/** One parameter for all that a page may read of its request. */
export const CurrentVisit = () => FromRequest(visitOf);

export function visitOf(request: EdgeRequest): Visit {
  const { headers, url, edge } = request;
  const queryText = queryOf(url);
  const cookies: Visit['cookies'] = headers.cookie === undefined ? {} : parse(headers.cookie);
  const language = cookies[LANGUAGE_COOKIE] ?? headers['accept-language'];
  return {
    method: request.method,
    path: edge.path,
    queryText,
    query: new URLSearchParams(queryText),
    cookies,
    acceptLanguage: headers['accept-language'],
    userAgent: headers['user-agent'],
    // A browser's: a trusted issuer's token is for the API, where no form gives its account more than the issuer did.
    credentials: { ...credentialsOf(request), authorization: undefined, language },
    address: edge.address,
    isUnseen: isUnseen(headers),
    isLedByOthers: !['same-origin', 'none', undefined].includes(headers['sec-fetch-site']),
    id: edge.id,
    readForm: () => formOf(request),
  };
}

function isUnseen(headers: EdgeRequest['headers']): boolean {
  const dest = headers['sec-fetch-dest'];
  return isPrefetched(headers) || (dest !== undefined && dest !== 'document');
}

/** Its path with its query. */
export const addressOf = ({ path, queryText }: Visit) => (queryText === '' ? path : `${path}?${queryText}`);

function formOf({ edge: { body }, headers }: EdgeRequest): URLSearchParams {
  if (body === TOO_LARGE) throw new Problem(413, 'the form is larger than 100 KB');
  if (body === null) return new URLSearchParams();
  if (mediaType(headers['content-type']) !== FORM || isCompressed(headers))
    throw new Problem(415, `send the form as ${FORM}, in UTF-8, uncompressed`);
  return new URLSearchParams(decodeUtf8(body));
}
