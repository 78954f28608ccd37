/** What passport adds to a strategy for each call. */
export class PassportCall {
  declare success: (user: unknown) => void;
  declare fail: (challenge: string | undefined, status: number) => void;
  declare error: (error: unknown) => void;
}
