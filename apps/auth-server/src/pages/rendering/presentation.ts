import type { Brand } from '../../platform/config/brand-setting';
import type { Messages } from '../messages/messages';
import type { Refusal } from './refusal';
import type { Theme } from './visit';

/** How a page speaks to its reader. */
export interface Presentation {
  /** Of a message file: `en`. */
  language: string;
  /** How dates are written: `en-GB`. */
  locale: string;
  /** Those offered, each with its own name. */
  languages: readonly { code: string; name: string }[];
  /** The texts in the reader's language. */
  t: Messages;
  /** `null`: as the system has it. */
  theme: Theme | null;
  brand: Brand;
  /** The path of an own page, behind the prefix: `/sign-in`. */
  link: (path: string) => string;
  /** The address of a file of ours: `consentry.css`. */
  asset: (name: string) => string;
  /** A day, as the reader's language writes it; UTC. @param at epoch milliseconds */
  day: (at: number) => string;
  /** Whether a moment is of this day; UTC. @param at epoch milliseconds */
  isToday: (at: number) => boolean;
  /** A day with its time; UTC. @param at epoch milliseconds */
  time: (at: number) => string;
  /** A time of the day: "14:05 UTC". @param at epoch milliseconds */
  clock: (at: number) => string;
  /** When the page is drawn; epoch milliseconds. */
  now: number;
  /** How long ago: "2 minutes ago". @param at epoch milliseconds */
  ago: (at: number) => string;
  /** A length of time in its largest unit: "5 minutes". @param seconds */
  span: (seconds: number) => string;
  /** Where the person is: for what leads back here. */
  path: string;
  /** Of the form on this page, which was sent a moment ago; `null`: the page is new. */
  refusal: Refusal | null;
}
