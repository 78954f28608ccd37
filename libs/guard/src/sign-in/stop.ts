/** Why a browser is led no further; the pages have words for each. */
export type StopReason = 'damaged' | 'expired' | 'unavailable' | 'refused' | 'fault' | 'foreign';

const STATUS: Record<StopReason, number> = {
  damaged: 400,
  expired: 400,
  foreign: 403,
  fault: 500,
  refused: 502,
  unavailable: 503,
};

/** Ends in a page, never in a redirect: browser and auth server would go round for ever. */
export class Stop extends Error {
  override readonly name = 'Stop';

  constructor(
    readonly reason: StopReason,
    /** For the log; holds nothing that is secret. */
    why: string,
  ) {
    super(why);
  }

  get status(): number {
    return STATUS[this.reason];
  }
}
