import { StartError } from '../platform/config/settings-error';

/** A command that was called wrongly, where its exit code tells that from what it found. */
export class UsageError extends StartError {
  readonly exitCode = 2;
}
