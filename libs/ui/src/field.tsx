import type { ComponentChildren, JSX } from 'preact';
import { Icon } from './icon';

/** Of the element. */
export type InputAttributes = JSX.IntrinsicElements['input'];

/** What stands at an input. */
export interface FieldWords {
  id: string;
  label: ComponentChildren;
  hint?: ComponentChildren;
  /** What is wrong with it. */
  error?: ComponentChildren;
}

/** Of an input, by its hint and its error. */
export const describedBy = ({ id, hint, error }: FieldWords): string | undefined =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;

/** An input between its label and what is said of it. */
export const Field = ({
  id,
  label,
  hint,
  error,
  link,
  isLive = false,
  children,
}: FieldWords & {
  /** Behind the input, above it on the screen. */
  link?: ComponentChildren;
  /** A script changes the error: its place is there before it, and a screen reader reads it when it is idle. */
  isLive?: boolean;
  /** The input. */
  children: ComponentChildren;
}): JSX.Element => (
  <div class={link ? 'field linked' : 'field'}>
    <label for={id}>{label}</label>
    {children}
    {link}
    {hint && (
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    {(error || isLive) && (
      <p class="error" id={`${id}-error`} {...(isLive ? LIVE : ALERT)} hidden={!error}>
        <Icon name="warn" />
        <span>{error}</span>
      </p>
    )}
  </div>
);

const LIVE = { 'aria-live': 'polite' } as const;
const ALERT = { role: 'alert' } as const;
