/** The demo cannot run for a reason its user can mend: the message says which, in their words. */
export class DemoError extends Error {
  override readonly name = 'DemoError';
}
