/** How many are named. */
const MOST = 10;

/** Letters of a setting's name below which others are like it by chance (`PORT`, `HOST`), and below which one may differ. */
const SHORTEST = 7;
const SHORT = 10;

/** Finds variables that are probably settings with a slip in their name. @returns for each the setting that it may mean */
export function findMisspelt(given: readonly string[], settings: ReadonlySet<string>): Record<string, string> {
  const found = given
    .filter((name) => !settings.has(name))
    .flatMap((name) => {
      const meant = [...settings].find((setting) => isSlip(name.toUpperCase(), setting));
      return meant === undefined ? [] : [[name, meant] as const];
    });
  return Object.fromEntries(found.slice(0, MOST));
}

/** @returns the name that the fewest letters tell from another; undefined where more than a third of them differ */
export function nearestTo(name: string, names: readonly string[]): string | undefined {
  const [nearest] = names
    .map((each) => ({ each, distance: distanceOf(name, each) }))
    .sort((one, other) => one.distance - other.distance);
  return nearest && nearest.distance <= Math.ceil(name.length / 3) ? nearest.each : undefined;
}

function isSlip(name: string, setting: string): boolean {
  if (setting.length < SHORTEST) return false;
  const most = setting.length < SHORT ? 1 : 2;
  return Math.abs(name.length - setting.length) <= most && distanceOf(name, setting) <= most;
}

/** Letters to add, leave out, change, or swap with the next one. */
function distanceOf(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i += 1) {
    const [row, above, before] = [[i], rows[i - 1]!, rows[i - 2]];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      row[j] = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (isSame ? 0 : 1));
      if (before && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    rows.push(row);
  }
  return rows[one.length]![other.length]!;
}
