/** As answers have times. @param epoch milliseconds. */
export const isoTime = (epoch: number): string => new Date(Number(epoch)).toISOString();

export const isoTimeOrNull = (epoch: number | null): string | null => (epoch === null ? null : isoTime(epoch));
