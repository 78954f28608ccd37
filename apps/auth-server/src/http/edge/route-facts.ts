import { SetMetadata } from '@nestjs/common';
import type { Reply } from '../answers/reply';

/** RFC 9110 §9.2.1 */
export const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];

/** `any`: @AnyOrigin; `unchecked`: @IgnoresCookies; `checked`, `passed on`: @ActsByCookie. */
export type OriginRule = 'any' | 'unchecked' | 'checked' | 'passed on';

export const ORIGIN_RULE = 'consentry:origin-rule';
export const VARIES_BY = 'consentry:varies-by';
export const DIRECT = 'consentry:direct';

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

/** The request headers that its answer depends on, for `Vary`; `Origin` is added unless every page may read it. */
export const VariesBy = (...headers: readonly string[]) => SetMetadata(VARIES_BY, headers);

type ReplyMethod = TypedPropertyDescriptor<(...parameters: never[]) => Promise<Reply>>;

/** The edge calls it without Express' router and Nest (ADR 28). Its parameters must be made by `FromRequest`. */
export const Direct =
  () =>
  (target: object, name: string, method: ReplyMethod): void =>
    void SetMetadata(DIRECT, true)(target, name, method);
