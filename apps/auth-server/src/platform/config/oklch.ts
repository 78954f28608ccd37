import { type Rgb, hex, linear, parse } from './srgb';

/** A colour by how people see it: lightness from 0 to 1, chroma from 0, hue in radians (CSS Color 4 §9.2). */
export interface Oklch {
  l: number;
  c: number;
  h: number;
}

type Vector = readonly [number, number, number];
type Matrix = readonly [Vector, Vector, Vector];

/** The matrices of https://bottosson.github.io/posts/oklab/. */
const LINEAR_TO_LMS: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
];
const LMS_TO_LAB: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
];
const LAB_TO_LMS: Matrix = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
];
const LMS_TO_LINEAR: Matrix = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
];

/** @param color `#rgb` or `#rrggbb` */
export function oklchOf(color: string): Oklch {
  const lms = times(LINEAR_TO_LMS, parse(color).map(linear) as unknown as Vector);
  const [l, a, b] = times(LMS_TO_LAB, lms.map(Math.cbrt) as unknown as Vector);
  return { l, c: Math.hypot(a, b), h: Math.atan2(b, a) };
}

/** As `#rrggbb`. A colour that screens do not have loses chroma until they do, and keeps its lightness and hue. */
export function hexOf({ l, c, h }: Oklch): string {
  let [least, most] = [0, c];
  if (isShown(linearOf({ l, c, h }))) least = c;
  while (most - least > 0.0005) {
    const middle = (least + most) / 2;
    if (isShown(linearOf({ l, c: middle, h }))) least = middle;
    else most = middle;
  }
  return hex(linearOf({ l, c: least, h }).map(byteOf) as unknown as Rgb);
}

function linearOf({ l, c, h }: Oklch): Vector {
  const lms = times(LAB_TO_LMS, [l, c * Math.cos(h), c * Math.sin(h)]);
  return times(LMS_TO_LINEAR, lms.map((value) => value ** 3) as unknown as Vector);
}

/** Within half a byte's step. */
const isShown = (color: Vector) => color.every((share) => share > -0.0002 && share < 1.001);

function byteOf(share: number): number {
  const value = Math.min(Math.max(share, 0), 1);
  return Math.round(255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055));
}

const times = (matrix: Matrix, [x, y, z]: Vector): Vector =>
  matrix.map(([one, two, three]) => one * x + two * y + three * z) as unknown as Vector;
