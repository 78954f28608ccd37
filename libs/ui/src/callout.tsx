import type { ComponentChildren, JSX } from 'preact';
import { Icon, type IconName } from './icon';

const ICONS = { ok: 'check', info: 'info', warn: 'warn', danger: 'warn' } as const satisfies Record<string, IconName>;
const ROLES = { ok: 'status', info: undefined, warn: undefined, danger: 'alert' } as const;

/** What a person must not miss. */
export const Callout = ({
  kind,
  title,
  icon = ICONS[kind],
  children,
}: {
  kind: keyof typeof ICONS;
  title?: ComponentChildren;
  icon?: IconName;
  children?: ComponentChildren;
}): JSX.Element => (
  <div class={`callout ${kind}`} role={ROLES[kind]}>
    <Icon name={icon} />
    <div>
      {title && <strong>{title}</strong>}
      {children && <div>{children}</div>}
    </div>
  </div>
);
