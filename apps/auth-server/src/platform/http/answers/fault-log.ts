import type { Logger } from 'pino';
import type { Clock } from '../../config/clock';
import { helpOn } from '../../config/help-page';
import { NotBegunError, databaseCode } from '../../database/database-error';
import type { OAuthError } from '../../../protocol/oauth-error';
import type { RequestContext } from '../edge/edge-request';
import { LogThrottle } from '../server/log-throttle';
import type { Problem } from './problem';

/**
 * Logs why a request was answered 5xx. 500 is a fault of ours: each has its line. 503 is answered to everybody while there
 * is too much load or no database: each reason has a line a minute, with their number.
 */
export class FaultLog {
  private readonly refusals: LogThrottle;
  private readonly failures: LogThrottle;

  constructor(
    clock: Clock,
    private readonly logger: Logger,
  ) {
    this.refusals = new LogThrottle(clock);
    this.failures = new LogThrottle(clock);
  }

  note(known: OAuthError | Problem, error: unknown, edge: RequestContext): void {
    // The request's own line says that its caller is gone.
    if (error instanceof NotBegunError && edge.isAbandoned()) return;
    const reason = refusalOf(known, error);
    if (reason !== null) return this.noteRefusal(reason);
    const cause = known.cause ?? error;
    const failed = known.status === 503 ? this.failures.count(kindOf(cause)) : undefined;
    if (failed !== null)
      this.logger.error(
        { requestId: edge.id, fault: faultOf(cause), failed, help: helpOn('request-failed') },
        'request failed',
      );
  }

  private noteRefusal(reason: string): void {
    const refused = this.refusals.count(reason);
    if (refused !== null)
      this.logger.warn(
        { reason, refused, help: helpOn('too-much-load') },
        'requests are refused: the server is overloaded',
      );
  }
}

/** Why load, not a failure, is answered 503; else `null`. */
function refusalOf(known: OAuthError | Problem, error: unknown): string | null {
  if (error instanceof NotBegunError) return error.message;
  if (known.status !== 503 || known.cause !== undefined) return null;
  return 'description' in known ? known.description : known.detail;
}

const kindOf = (cause: unknown) =>
  databaseCode(cause instanceof Error ? (cause.cause ?? cause) : cause) ?? (cause instanceof Error ? cause.name : '');

/** TypeORM's errors carry the query with its parameters: log only these members. */
function faultOf(cause: unknown) {
  if (!(cause instanceof Error)) return { message: 'not an Error' };
  const { name, message, stack } = cause;
  return { name, message, code: databaseCode(cause.cause ?? cause), stack };
}
