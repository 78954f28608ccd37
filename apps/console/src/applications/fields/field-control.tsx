import type { ComponentChildren, JSX } from 'preact';
import { Field } from '../../controls/field';
import { Icon } from '../../controls/icon';
import { Ticks, resourceScopes } from '../scope-ticks';
import type { ServerFacts } from '../server-facts';
import type { Draft } from './drafts';
import { type AlgorithmList, type FieldName, rowOf } from './field-table';
import { UNSET, optionsOf, t } from './messages/messages';

type Option = [value: string, label: string];

interface ControlProps {
  name: FieldName;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  /** What is wrong with it. */
  error: ComponentChildren;
  server: ServerFacts;
}

/** A field of an application, by its kind. */
export const FieldControl = (props: ControlProps): JSX.Element => {
  const { name, draft, onDraft, error } = props;
  const { label, hint } = t.fields[name];
  const row = rowOf(name);
  switch (row.kind) {
    case 'flag':
      return <Flag {...props} />;
    case 'oneOf':
      return (
        <Choice {...props} options={optionsOf(name).map(([value, text]) => [value === UNSET ? '' : value, text])} />
      );
    case 'algorithm':
      return <Choice {...props} options={algorithms(props, row.supported)} />;
    case 'anyOf':
      return <AnyOf {...props} />;
    case 'scopes':
      return <Scopes {...props} all={row.all} />;
    case 'paragraph':
    case 'lines':
    case 'json':
      return <Area {...props} isMono={row.kind !== 'paragraph'} />;
    default:
      return (
        <Field
          id={name}
          {...{ name, label, hint, error }}
          value={draft as string}
          onInput={onDraft}
          input={{ autoComplete: 'off', type: row.kind === 'url' ? 'url' : 'text' }}
        />
      );
  }
};

const describedBy = (name: string, error: ComponentChildren) => (error ? `${name}-hint ${name}-error` : `${name}-hint`);

const attributesOf = ({ name, error }: ControlProps) => ({
  name,
  'aria-invalid': error ? ('true' as const) : undefined,
  'aria-describedby': describedBy(name, error),
});

const Notes = ({ name, error }: ControlProps) => (
  <>
    <p class="hint" id={`${name}-hint`}>
      {t.fields[name].hint}
    </p>
    <p class="error" id={`${name}-error`} aria-live="polite" hidden={!error}>
      <Icon name="warn" />
      <span>{error}</span>
    </p>
  </>
);

const Flag = (props: ControlProps) => (
  <div class="field ticks">
    <label>
      <input
        class="check"
        type="checkbox"
        id={props.name}
        {...attributesOf(props)}
        checked={props.draft === true}
        onChange={(event) => props.onDraft(event.currentTarget.checked)}
      />
      {t.fields[props.name].label}
    </label>
    <Notes {...props} />
  </div>
);

const Choice = (props: ControlProps & { options: Option[] }) => (
  <div class="field">
    <label for={props.name}>{t.fields[props.name].label}</label>
    <select
      class="input"
      id={props.name}
      {...attributesOf(props)}
      value={props.draft as string}
      onChange={(event) => props.onDraft(event.currentTarget.value)}
    >
      {props.options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
    <Notes {...props} />
  </div>
);

/** Those of the server, and the one that it has. */
function algorithms({ name, draft, server }: ControlProps, supported: AlgorithmList): Option[] {
  const values = new Set([...server.metadata[supported], ...(draft ? [draft as string] : [])]);
  const options = [...values].map((value): Option => [value, value]);
  return rowOf(name).usual === undefined ? [['', t.anyAlgorithm], ...options] : options;
}

const Area = (props: ControlProps & { isMono: boolean }) => (
  <div class="field">
    <label for={props.name}>{t.fields[props.name].label}</label>
    <textarea
      class={props.isMono ? 'input mono' : 'input'}
      id={props.name}
      {...attributesOf(props)}
      rows={Math.min(12, String(props.draft).split('\n').length + 1)}
      spellcheck={!props.isMono}
      value={props.draft as string}
      onInput={(event) => props.onDraft(event.currentTarget.value)}
    />
    <Notes {...props} />
  </div>
);

const AnyOf = (props: ControlProps) => (
  <div class="field">
    <Ticks
      legend={t.fields[props.name].label}
      options={optionsOf(props.name)}
      chosen={props.draft as readonly string[]}
      onChange={props.onDraft}
      attributes={attributesOf(props)}
    />
    <Notes {...props} />
  </div>
);

/** Null is every scope, or none: then nothing is ticked. */
const Scopes = (props: ControlProps & { all: boolean }) => {
  const { name, all, onDraft, server } = props;
  const draft = props.draft as readonly string[] | null;
  const known = all ? server.scopes : resourceScopes(server.scopes);
  const scopes = [...new Set([...known, ...(draft ?? [])])];
  return (
    <div class="field">
      <Ticks
        legend={t.fields[name].label}
        options={all && draft === null ? [] : scopes.map((scope) => [scope, <code key={scope}>{scope}</code>])}
        chosen={draft ?? []}
        onChange={(chosen) => onDraft(!all && chosen.length === 0 ? null : chosen)}
        attributes={attributesOf(props)}
      >
        {all && (
          <label>
            <input
              {...attributesOf(props)}
              class="check"
              type="checkbox"
              checked={draft === null}
              onChange={(event) => onDraft(event.currentTarget.checked ? null : scopes)}
            />
            {t.everyScope}
          </label>
        )}
      </Ticks>
      <Notes {...props} />
    </div>
  );
};
