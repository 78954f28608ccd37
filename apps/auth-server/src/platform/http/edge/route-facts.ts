import { SetMetadata } from '@nestjs/common';
import type { Reply } from '../answers/reply';

/** RFC 9110 §9.2.1 */
export const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];

/** `any`: @AnyOrigin; `unchecked`: @IgnoresCookies; `checked`, `passed on`: @ActsByCookie; `own`: @OwnOrigin; `page`: @Page. */
export type OriginRule = 'any' | 'unchecked' | 'checked' | 'passed on' | 'own' | 'page';

export const ORIGIN_RULE = 'consentry:origin-rule';
export const VARIES_BY = 'consentry:varies-by';
export const DIRECT = 'consentry:direct';
export const ANSWERS_HEAD = 'consentry:answers-head';
export const COSTLY = 'consentry:costly';

const originRule = (rule: OriginRule) => SetMetadata(ORIGIN_RULE, rule);

/** Every page may call and read it (`Access-Control-Allow-Origin: *`). It reads no cookie. */
export const AnyOrigin = () => originRule('any');

/** It reads no cookie, so the origin of a call is not checked. Only pages of `CORS_ORIGINS` may read it. */
export const IgnoresCookies = () => originRule('unchecked');

/**
 * It reads or sets the session cookie, or is for our own pages: unsafe calls from foreign origins are refused with 403.
 * With `passed on` the handler answers them, by `@FromElsewhere()`.
 */
export const ActsByCookie = ({ foreignOrigin = 'refused' }: { foreignOrigin?: 'refused' | 'passed on' } = {}) =>
  originRule(foreignOrigin === 'refused' ? 'checked' : foreignOrigin);

/** Only pages of our own origin may call and read it, those of `CORS_ORIGINS` may not. */
export const OwnOrigin = () => originRule('own');

/**
 * A page that people meet, with its form endpoints: HTML, errors too. Its forms are taken from our own origin alone; a
 * form without `Origin` must be same-origin by `Sec-Fetch-Site`.
 */
export const Page = () => originRule('page');

/** The request headers that its answer depends on, for `Vary`; `Origin` is added unless every page may read it. */
export const VariesBy = (...headers: readonly string[]) => SetMetadata(VARIES_BY, headers);

/** Its GET handlers answer HEAD too, without the body (RFC 9110 §9.3.2). Only for what HEAD cannot spend or change. */
export const AnswersHead = () => SetMetadata(ANSWERS_HEAD, true);

/**
 * Strangers make it write, without a browser. Proxies count its calls, as those of all that a browser may change
 * (docs/how-to/behind-a-proxy.md).
 */
export const Costly = () => SetMetadata(COSTLY, true);

type ReplyMethod = TypedPropertyDescriptor<(...parameters: never[]) => Promise<Reply>>;

/** The edge calls it without Express' router and Nest (ADR 7). Its parameters must be made by `FromRequest`. */
export const Direct =
  () =>
  (target: object, name: string, method: ReplyMethod): void =>
    void SetMetadata(DIRECT, true)(target, name, method);
