import type { JSX } from 'preact';

/** 20 by 20, drawn with lines of 1.6; ours. */
const SHAPES = {
  check: 'm4.5 10.5 3.6 3.6 7.4-8',
  copy: 'M9 7h5.5a2 2 0 0 1 2 2v5.5a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2ZM13 7V5.5a2 2 0 0 0-2-2H5.5a2 2 0 0 0-2 2V11a2 2 0 0 0 2 2H7',
  eye: 'M2.4 10S5.2 4.8 10 4.8 17.6 10 17.6 10 14.8 15.2 10 15.2 2.4 10 2.4 10ZM10 7.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6Z',
  info: 'M10 3a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM10 9.4v4M10 6.7v.01',
  key: 'M7 9.4a3.6 3.6 0 1 0 0 7.2 3.6 3.6 0 0 0 0-7.2ZM9.6 10.4l6.6-6.6M13.4 6.6l2.2 2.2',
  play: 'M6.2 4.2v11.6l9.4-5.8-9.4-5.8Z',
  plus: 'M10 4.2v11.6M4.2 10h11.6',
  trash:
    'M4 5.8h12M8 5.6V4.2a1 1 0 0 1 1-1h2a1 1 0 0 1 1 1v1.4M5.6 5.8l.7 9.4a1.6 1.6 0 0 0 1.6 1.4h4.2a1.6 1.6 0 0 0 1.6-1.4l.7-9.4',
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
