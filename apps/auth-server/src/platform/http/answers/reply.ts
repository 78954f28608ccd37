/** Several values are several header lines. */
export type ReplyHeaders = Readonly<Record<string, string | string[]>>;

/** An answer, free of platform objects. */
export class Reply {
  constructor(
    readonly status: number,
    /** Bytes and text are sent as they are, else JSON; `undefined` sends no body. */
    readonly body: unknown,
    readonly headers: ReplyHeaders = {},
  ) {}

  /** Sends `location` unchanged: Express would encode it again. */
  static redirect(status: 301 | 302 | 303, location: string): Reply {
    return new Reply(status, undefined, { location });
  }
}
