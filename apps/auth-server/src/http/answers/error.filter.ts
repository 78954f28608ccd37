import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import type { Response } from 'express';
import type { Logger } from 'pino';
import type { EdgeRequest } from '../edge/edge-request';
import { errorReply } from './error-reply';
import { LOGGER } from '../server/logger';
import { writeReply } from './reply';

@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    if (response.headersSent) return;
    writeReply(response, errorReply(error, http.getRequest<EdgeRequest>().edge, this.logger));
  }
}
