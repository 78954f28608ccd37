export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The cost of `name` relative to `other`: the median of the ratios within a round. */
export function ratio(rounds, name, other) {
  const costOf = (wanted, round) => rounds.find((entry) => entry.name === wanted && entry.round === round)?.cpuMicros;
  const ratios = [...new Set(rounds.map(({ round }) => round))].map(
    (round) => costOf(name, round) / costOf(other, round),
  );
  return ratios.length > 0 && ratios.every(Number.isFinite) ? median(ratios) : null;
}
