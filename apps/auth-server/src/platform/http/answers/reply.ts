/** An answer, free of platform objects. */
export class Reply {
  constructor(
    readonly status: number,
    /** Bytes and text are sent as they are, else JSON; `undefined` sends no body. */
    readonly body: unknown,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** Sends `location` unchanged: Express would encode it again. */
  static redirect(status: 301 | 302 | 303, location: string): Reply {
    return new Reply(status, undefined, { location });
  }
}
