import { type Type, applyDecorators } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiCookieAuth, ApiHeader, ApiProperty, ApiResponse } from '@nestjs/swagger';
import { STATUS_CODES } from 'node:http';

class FieldErrorView {
  @ApiProperty()
  field: string;

  @ApiProperty()
  detail: string;
}

/** Problem details (RFC 9457). */
export class ProblemView {
  @ApiProperty({ example: 'about:blank' })
  type: string;

  @ApiProperty()
  title: string;

  @ApiProperty()
  status: number;

  @ApiProperty()
  detail: string;

  @ApiProperty({ required: false, description: 'A code, if there are several cases to distinguish.' })
  error?: string;

  @ApiProperty({ required: false, type: [FieldErrorView] })
  errors?: FieldErrorView[];
}

/** An OAuth error (RFC 6749 §5.2). */
export class OAuthErrorView {
  @ApiProperty({ example: 'invalid_request' })
  error: string;

  @ApiProperty()
  error_description: string;

  @ApiProperty({
    required: false,
    description: 'The redirect with the error, for a button; present once the redirect URI is known.',
  })
  redirect_to?: string;
}

export const ApiProblem = (...statuses: number[]) =>
  applyDecorators(
    ...statuses.map((status) =>
      ApiResponse({
        status,
        description: STATUS_CODES[status] ?? '',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/ProblemView' } } },
      }),
    ),
  );

export const ApiOAuthError = (...statuses: number[]) =>
  applyDecorators(
    ...statuses.map((status) => ApiResponse({ status, description: STATUS_CODES[status] ?? '', type: OAuthErrorView })),
  );

/** A body that works when it is sent as it stands, as a newcomer sends them in the order of the page. */
export const ApiExample = <Body extends object>(type: Type<Body>, value: Partial<Body>) =>
  ApiBody({ type, examples: { example: { value } } });

/** Documents a call of the signed-in account. */
export const ApiSignedIn = () =>
  applyDecorators(ApiBearerAuth('session'), ApiCookieAuth('cookie'), ApiProblem(401, 503));

/** Documents a call that may carry a DPoP proof. */
export const ApiDpop = (description: string) => ApiHeader({ name: 'DPoP', required: false, description });
