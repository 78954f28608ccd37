/** How many turns of the event loop are waited for after the first, while each brings more. */
const TURNS = 2;

/**
 * Departs once a turn of the event loop has brought nobody else. Those who were answered together come again together,
 * and their calls are still read in several turns: to leave with the first of them would leave the others to the next.
 * When nothing else happens a turn takes no time; under load it is what the work at hand takes.
 *
 * @param count how many have come.
 * @param most how many there is room for: then there is nobody to wait for.
 */
export function gather(count: () => number, most: number, depart: () => void, turns = TURNS, before = 0): void {
  setImmediate(() => {
    const come = count();
    if (turns === 0 || come === before || come >= most) depart();
    else gather(count, most, depart, turns - 1, come);
  });
}
