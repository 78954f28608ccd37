import { anyText } from './anything';
import type { Answer } from './world';

/** The fields in a problem's `errors[]`. */
export const wrongFields = ({ body }: Answer): string[] =>
  ((body['errors'] ?? []) as { field: string }[]).map(({ field }) => field);

/** A problem of `/api` (RFC 9457). */
export function expectProblem(answer: Answer, status: number, ...fields: string[]): void {
  expect({ status: answer.status, fields: wrongFields(answer) }).toEqual({ status, fields });
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(answer.body).toMatchObject({
    type: 'about:blank',
    status,
    title: anyText,
    detail: anyText,
  });
}
