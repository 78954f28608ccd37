import { SetMetadata } from '@nestjs/common';
import type { Reply } from '../answers/reply';

/** Methods that change nothing (RFC 9110 §9.2.1): their handlers need not say whom they answer. */
export const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];

/**
 * Which pages a handler answers: `any` every page, without credentials; `unchecked` reads no cookie; `checked` refuses
 * changes from foreign origins; `handed on` leaves that to the handler.
 */
export type OriginRule = 'any' | 'unchecked' | 'checked' | 'handed on';

export const ORIGIN_RULE = 'consentry:origin-rule';
export const VARIES_BY = 'consentry:varies-by';
export const DIRECT = 'consentry:direct';

const originRule = (rule: OriginRule) => SetMetadata(ORIGIN_RULE, rule);

/** Any page may call it and read its answers (`Access-Control-Allow-Origin: *`). It reads no cookie. */
export const AnyOrigin = () => originRule('any');

/** It reads no cookie: the origin of a call is not checked. Pages of `CORS_ORIGINS` alone may read its answers. */
export const IgnoresCookies = () => originRule('unchecked');

/**
 * It acts by the session cookie, or sets it: a call that changes something and comes from a page of a foreign origin is
 * refused with 403, or with `passed on` left to the handler, which takes `@FromElsewhere()`.
 */
export const ActsByCookie = ({ foreignOrigin = 'refused' }: { foreignOrigin?: 'refused' | 'passed on' } = {}) =>
  originRule(foreignOrigin === 'refused' ? 'checked' : 'handed on');

/** The request headers by which it chooses its answer, for `Vary`; `Origin` is added where CORS makes it one of them. */
export const VariesBy = (...headers: readonly string[]) => SetMetadata(VARIES_BY, headers);

type ReplyMethod = TypedPropertyDescriptor<(...parameters: never[]) => Promise<Reply>>;

/**
 * The edge calls the handler without Express' router and Nest between (ADR 28). All its parameters must be read off the
 * request by `FromRequest`.
 */
export const Direct =
  () =>
  (target: object, name: string, method: ReplyMethod): void =>
    void SetMetadata(DIRECT, true)(target, name, method);
