import 'reflect-metadata';

import { HttpStatus, RequestMethod } from '@nestjs/common';
import { ApiResponse, type ApiResponseOptions } from '@nestjs/swagger';

/** Of @nestjs/swagger and @nestjs/common, which do not export them. */
const RESPONSES = 'swagger/apiResponse';
const METHOD = 'method';
const HTTP_CODE = '__httpCode__';
const PLUGIN_FACTORY = '_OPENAPI_METADATA_FACTORY';

const text = { type: 'string' } as const;
const schema = { type: 'object' as const, properties: { error: text, error_description: text } };
const challenge = { 'WWW-Authenticate': { description: 'The challenge (RFC 6750 §3)', schema: text } };

const UNAUTHORIZED = { status: 401, description: 'No valid access token', headers: challenge, schema };
const FORBIDDEN = { status: 403, description: 'The access token does not allow this', headers: challenge, schema };
const UNAVAILABLE = {
  status: 503,
  description: 'Access tokens cannot be checked right now',
  headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' as const } } },
  schema,
};

/** Adds the guard's answers to a method, but for those that the host describes itself. */
export function addRefusals(target: object, key: string | symbol, descriptor: PropertyDescriptor, canForbid: boolean) {
  const handler = descriptor.value as object;
  const described = Reflect.getMetadata(RESPONSES, handler) as Record<string, unknown> | undefined;
  const add = (response: ApiResponseOptions) => void ApiResponse({ ...response })(target, key, descriptor);
  // Where no answer is described @nestjs/swagger adds that of success, and no more once there is another.
  if (described === undefined) add(successOf(target, key, handler));
  for (const refusal of [UNAUTHORIZED, ...(canForbid ? [FORBIDDEN] : []), UNAVAILABLE]) {
    if (described?.[refusal.status] === undefined) add(refusal);
  }
}

/** Describes success as @nestjs/swagger does: by what its compiler plugin found, and the status that Nest answers. */
function successOf(target: object, key: string | symbol, handler: object): ApiResponseOptions {
  const factory = (target.constructor as { [PLUGIN_FACTORY]?: () => Record<string | symbol, object> })[PLUGIN_FACTORY];
  const { type, isArray } = (factory?.()[key] ?? {}) as { type?: never; isArray?: boolean };
  const created = Reflect.getMetadata(METHOD, handler) === RequestMethod.POST;
  const status =
    (Reflect.getMetadata(HTTP_CODE, handler) as number | undefined) ?? (created ? HttpStatus.CREATED : 200);
  return { status, ...(type !== undefined && { type }), ...(isArray !== undefined && { isArray }) };
}
