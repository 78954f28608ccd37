import { HttpException, HttpStatus } from '@nestjs/common';
import { STATUS_CODES } from 'node:http';

/** An error response (RFC 9457) with the wrong fields of the body. */
export interface Problem {
  type: 'about:blank';
  title: string;
  status: number;
  detail?: string;
  errors?: FieldError[];
}

export interface FieldError {
  field: string;
  detail: string;
}

export class InvalidFieldsException extends HttpException {
  constructor(readonly errors: FieldError[]) {
    super('Some fields are missing or wrong.', HttpStatus.BAD_REQUEST);
  }
}

export function createProblem(status: number, detail?: string, errors?: FieldError[]): Problem {
  const title = STATUS_CODES[status] ?? 'Error';
  return {
    type: 'about:blank',
    title,
    status,
    ...(detail && detail !== title && { detail }),
    ...(errors && { errors }),
  };
}
