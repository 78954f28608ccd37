import type { Reply } from '../../platform/http/answers/reply';
import type { EdgeRequest } from '../../platform/http/edge/edge-request';
import type { AuthorizationResponse } from '../../protocol/request/authorization-response';

/** Draws the page that posts a response to the client (OAuth 2.0 Form Post Response Mode §2); `pages/` provides it. */
export type FormPostPage = (response: AuthorizationResponse, request: EdgeRequest) => Reply;

export const FORM_POST_PAGE = Symbol('FormPostPage');
