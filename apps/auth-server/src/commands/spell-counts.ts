/** How many rows, by what they are called. */
export type Counts = Readonly<Record<string, number>>;

/** The counts above zero, as one line. */
export function spellCounts(counts: Counts): string {
  const changed = Object.entries(counts).filter(([, count]) => count > 0);
  return changed.map(([counted, count]) => `${counted}: ${count}`).join(', ') || 'nothing';
}
