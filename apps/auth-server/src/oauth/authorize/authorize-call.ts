import {
  type BodyReader,
  type EdgeRequest,
  FromRequest,
  bodyReaderOf,
  queryOf,
} from '../../platform/http/edge/edge-request';
import type { Credentials } from '../../model/sessions/caller';
import { credentialsOf } from '../../model/sessions/signed-in.guard';

export interface AuthorizeCall {
  /** As it was sent, undecoded. */
  query: string;
  body: BodyReader;
  accept: string | undefined;
  prefer: string | undefined;
  /** Whether a page of a foreign origin calls. */
  isFromElsewhere: boolean;
  credentials: Credentials;
  /** For the page that posts its answer. */
  request: EdgeRequest;
}

/** One parameter for all: Nest resolves each by a promise of its own. */
export const CurrentAuthorizeCall = () => FromRequest(authorizeCallOf);

function authorizeCallOf(request: EdgeRequest): AuthorizeCall {
  const { accept, prefer } = request.headers;
  return {
    query: queryOf(request.url),
    body: bodyReaderOf(request),
    accept,
    prefer: prefer?.toString(),
    isFromElsewhere: request.edge.isFromElsewhere === true,
    credentials: credentialsOf(request),
    request,
  };
}
