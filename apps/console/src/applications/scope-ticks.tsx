import type { ComponentChildren, JSX } from 'preact';

interface TickProps {
  legend: ComponentChildren;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

interface TickAttributes {
  name: string;
  'aria-invalid': 'true' | undefined;
  'aria-describedby': string | undefined;
}

/** About the account that signs in: a machine has none. */
const OF_USERS = ['openid', 'profile', 'email', 'offline_access'];

export const resourceScopes = (scopes: readonly string[]): string[] =>
  scopes.filter((scope) => !OF_USERS.includes(scope));

/** Scopes to choose from. */
export const ScopeTicks = ({ scopes, ...props }: TickProps & { scopes: readonly string[] }): JSX.Element => (
  <Ticks {...props} options={scopes.map((scope) => [scope, <code key={scope}>{scope}</code>])} />
);

/** Values to choose from. */
export const Ticks = ({
  legend,
  options,
  chosen,
  onChange,
  attributes,
  children,
}: TickProps & {
  options: readonly (readonly [value: string, label: ComponentChildren])[];
  /** Of each box. */
  attributes?: TickAttributes;
  /** Before the boxes. */
  children?: ComponentChildren;
}): JSX.Element => (
  <fieldset class="ticks">
    <legend>{legend}</legend>
    {children}
    {options.map(([value, label]) => (
      <label key={value}>
        <input
          {...attributes}
          class="check"
          type="checkbox"
          value={value}
          checked={chosen.includes(value)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(options.map(([one]) => one).filter((one) => (one === value ? checked : chosen.includes(one))))
          }
        />
        {label}
      </label>
    ))}
  </fieldset>
);
