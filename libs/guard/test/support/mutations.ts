/** Random numbers from 0 to 1 that a seed repeats (mulberry32). */
export function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=.~ \n\u0000é\u0141😀';

/** A token changed in one of many ways: bits, characters, lengths, parts, members, and splices with another one. */
export function mutate(token: string, other: string, random: () => number): string {
  const below = (most: number) => Math.floor(random() * most);
  const parts = token.split('.');
  const others = other.split('.');
  const at = below(token.length);
  const which = below(3);
  const character = CHARACTERS[below(CHARACTERS.length)]!;
  const withPart = (part: string) => parts.map((old, index) => (index === which ? part : old)).join('.');
  const ways: (() => string)[] = [
    () => withPart(flipBit(parts[which]!, below)),
    () => withPart(flipBit(flipBit(parts[which]!, below), below)),
    () => token.slice(0, at) + character + token.slice(at + 1),
    () => token.slice(0, at) + character + token.slice(at),
    () => token.slice(0, at) + token.slice(at + 1 + below(4)),
    () => token.slice(0, at),
    () => token.slice(at),
    () => token.slice(0, at) + other.slice(at),
    () => token.slice(0, at) + other.slice(below(other.length)),
    () => withPart(others[which]!),
    () => withPart(parts[below(3)]!),
    () => [parts[1], parts[2], parts[0]].join('.'),
    () => withPart(''),
    () => `${token}${character}`,
    () => `${character}${token}`,
    () => [...parts, parts[which]].join('.'),
    () => parts.slice(0, which).join('.'),
    () => withPart(changeMember(parts[which]!, others[which]!, below)),
  ];
  return ways[below(ways.length)]!();
}

function flipBit(part: string, below: (most: number) => number): string {
  const bytes = Buffer.from(part, 'base64url');
  const at = below(bytes.length);
  bytes[at] = bytes[at]! ^ (1 << below(8));
  return bytes.toString('base64url');
}

/** Of a JSON part: a member removed, or its value replaced; a signature becomes the other one. */
function changeMember(part: string, other: string, below: (most: number) => number): string {
  let members: [string, unknown][];
  try {
    members = Object.entries(JSON.parse(Buffer.from(part, 'base64url').toString()) as object);
  } catch {
    return other;
  }
  const values = ['none', '', null, 0, -1, 1e308, true, [], {}, ['a'], '__proto__', 'HS256', 'at+jwt', 4_000_000_000];
  const at = below(members.length);
  const [name] = members[at]!;
  const changed = below(4) === 0 ? [] : [[name, values[below(values.length)]]];
  const rest = members.filter(([kept]) => kept !== name);
  return Buffer.from(JSON.stringify(Object.fromEntries([...rest, ...changed] as [string, unknown][]))).toString(
    'base64url',
  );
}
