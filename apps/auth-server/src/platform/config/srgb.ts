/** In bytes. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** @param color `#rgb` or `#rrggbb` */
export function parse(color: string): Rgb {
  const digits = color.length === 4 ? color.slice(1).replace(/./g, '$&$&') : color.slice(1);
  return [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16)) as unknown as Rgb;
}

export const hex = (color: Rgb) => `#${color.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/** The light of a channel, from 0 to 1. */
export function linear(byte: number): number {
  const share = byte / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
