/** Three numbers; what follows them (`-rc.1`) does not count. */
export type Version = readonly [major: number, minor: number, patch: number];

/** The version that a range, a path or an address names, such as 0.1.0 of `^0.1.0` and `file:consentry-guard-0.1.0.tgz`. */
export function parseVersion(text: string): Version | undefined {
  const [, major, minor, patch = '0'] = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text.split('/').at(-1)!) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

/** Negative where the first is older, 0 where both are the same. */
export const compareVersions = (one: Version, other: Version): number =>
  one.map((number, at) => number - other[at]!).find((difference) => difference !== 0) ?? 0;

export const isNewer = (one: Version, other: Version): boolean => compareVersions(one, other) > 0;
