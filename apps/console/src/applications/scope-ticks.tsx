import type { ComponentChildren, JSX } from 'preact';

/** Scopes to choose from. */
export const ScopeTicks = ({
  legend,
  scopes,
  chosen,
  onChange,
}: {
  legend: ComponentChildren;
  scopes: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}): JSX.Element => (
  <fieldset class="ticks">
    <legend>{legend}</legend>
    {scopes.map((scope) => (
      <label key={scope}>
        <input
          class="check"
          type="checkbox"
          checked={chosen.includes(scope)}
          onChange={({ currentTarget: { checked } }) =>
            onChange(scopes.filter((one) => (one === scope ? checked : chosen.includes(one))))
          }
        />
        <code>{scope}</code>
      </label>
    ))}
  </fieldset>
);
