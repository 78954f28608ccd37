import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import type { EdgeRequest } from '../edge/edge-request';
import { errorReply } from './error-reply';
import { FaultLog } from './fault-log';
import { writeReply } from './write-reply';

@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly faults: FaultLog) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    if (response.headersSent) return;
    writeReply(response, errorReply(error, http.getRequest<EdgeRequest>().edge, this.faults));
  }
}
