/** Milliseconds in which a form that is sent again, by a double click without scripts, is told what the first one did. */
export const SENT_TWICE = 30_000;
