import { StartError } from '../platform/config/settings-error';

/** A command that was called wrongly. */
export class UsageError extends StartError {
  readonly exitCode = 2;
}
