/** What passport adds to a strategy for each call. */
export class PassportCall {
  declare success: (user: unknown) => void;
  declare redirect: (url: string) => void;
  declare error: (error: unknown) => void;
}
