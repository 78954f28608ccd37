import type { JSX } from 'preact';

/** 20 by 20, drawn with lines of 1.6; ours. */
const SHAPES = {
  book: 'M4 4.6A1.6 1.6 0 0 1 5.6 3H16v11.2H5.6A1.6 1.6 0 0 0 4 15.8V4.6ZM4 15.8A1.6 1.6 0 0 0 5.6 17H16',
  check: 'm4.5 10.5 3.6 3.6 7.4-8',
  clock: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM10 6v4.2l2.7 1.7',
  grid: 'M4.6 3.2h2.8a1.4 1.4 0 0 1 1.4 1.4v2.8a1.4 1.4 0 0 1-1.4 1.4H4.6a1.4 1.4 0 0 1-1.4-1.4V4.6a1.4 1.4 0 0 1 1.4-1.4ZM12.6 3.2h2.8a1.4 1.4 0 0 1 1.4 1.4v2.8a1.4 1.4 0 0 1-1.4 1.4h-2.8a1.4 1.4 0 0 1-1.4-1.4V4.6a1.4 1.4 0 0 1 1.4-1.4ZM4.6 11.2h2.8a1.4 1.4 0 0 1 1.4 1.4v2.8a1.4 1.4 0 0 1-1.4 1.4H4.6a1.4 1.4 0 0 1-1.4-1.4v-2.8a1.4 1.4 0 0 1 1.4-1.4ZM12.6 11.2h2.8a1.4 1.4 0 0 1 1.4 1.4v2.8a1.4 1.4 0 0 1-1.4 1.4h-2.8a1.4 1.4 0 0 1-1.4-1.4v-2.8a1.4 1.4 0 0 1 1.4-1.4Z',
  globe: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM3 10h14M10 3c2 2 3 4.4 3 7s-1 5-3 7c-2-2-3-4.4-3-7s1-5 3-7Z',
  info: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM10 9.4v4M10 6.7v.01',
  laptop:
    'M5.5 4.4h9A1.5 1.5 0 0 1 16 5.9v5.2a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 4 11.1V5.9a1.5 1.5 0 0 1 1.5-1.5ZM2.2 15.4h15.6',
  list: 'M7.4 5.4h9M7.4 10h9M7.4 14.6h9M3.6 5.4h.01M3.6 10h.01M3.6 14.6h.01',
  lock: 'M6.2 9h7.6a2 2 0 0 1 2 2v3.6a2 2 0 0 1-2 2H6.2a2 2 0 0 1-2-2V11a2 2 0 0 1 2-2ZM6.8 9V6.6a3.2 3.2 0 0 1 6.4 0V9',
  mail: 'M4.5 5h11A1.5 1.5 0 0 1 17 6.5v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 3 13.5v-7A1.5 1.5 0 0 1 4.5 5ZM3.4 6.2 10 11l6.6-4.8',
  menu: 'M3.5 6h13M3.5 10h13M3.5 14h13',
  out: 'M11.5 3.8h4.7v4.7M16 4 9 11M8 4.6H5.6A1.8 1.8 0 0 0 3.8 6.4v8a1.8 1.8 0 0 0 1.8 1.8h8a1.8 1.8 0 0 0 1.8-1.8V12',
  phone: 'M8 2.8h4a2 2 0 0 1 2 2v10.4a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V4.8a2 2 0 0 1 2-2ZM9.2 14.8h1.6',
  play: 'M6.2 4.2v11.6l9.4-5.8-9.4-5.8Z',
  plug: 'M7 3v4M13 3v4M5 7h10v2.6a5 5 0 0 1-10 0V7ZM10 14.6V17',
  swap: 'M4 7.2h11.4M12.4 4.2l3 3-3 3M16 12.8H4.6M7.6 9.8l-3 3 3 3',
  terminal:
    'M4.8 4h10.4a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H4.8a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2ZM6 8l2.3 2.1L6 12.2M10.4 12.6h3.4',
  trash:
    'M4 5.8h12M8 5.6V4.2a1 1 0 0 1 1-1h2a1 1 0 0 1 1 1v1.4M5.6 5.8l.7 9.4a1.6 1.6 0 0 0 1.6 1.4h4.2a1.6 1.6 0 0 0 1.6-1.4l.7-9.4',
  user: 'M10 3.6a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4ZM3.8 16.6c.5-3.2 2.9-5 6.2-5s5.7 1.8 6.2 5',
  warn: 'M10 3.6 2.9 15.8h14.2L10 3.6ZM10 8.4v3.4M10 13.9v.01',
  x: 'm5.5 5.5 9 9m0-9-9 9',
} as const;

export type IconName = keyof typeof SHAPES;

/** Decoration: what it says stands beside it. */
export const Icon = ({ name }: { name: IconName }): JSX.Element => (
  <svg class="i" viewBox="0 0 20 20" aria-hidden="true">
    <path d={SHAPES[name]} />
  </svg>
);

/** The mark of a team that set no logo. */
export const Mark = (): JSX.Element => (
  <svg
    viewBox="0 0 24 24"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    stroke-width="3.2"
    stroke-linecap="round"
  >
    <path d="M18.6 6.2a8.8 8.8 0 1 0 0 11.6" />
    <circle cx="18.2" cy="12" r="2.5" fill="currentColor" stroke="none" />
  </svg>
);
