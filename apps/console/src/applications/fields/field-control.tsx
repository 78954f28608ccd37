import { type FieldWords, Field, describedBy } from '@consentry/ui/field';
import { Icon } from '@consentry/ui/icon';
import type { ComponentChildren, JSX } from 'preact';
import { Ticks, resourceScopes } from '../scope-ticks';
import type { ServerFacts } from '../server-facts';
import type { Draft } from './drafts';
import { type AlgorithmList, type FieldKind, type FieldName, rowOf } from './field-table';
import { optionsOf, t } from './messages/messages';
import { UNSET } from './messages/words';

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
  const { name } = props;
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
      return <Line {...props} />;
  }
};

const textOf = (draft: Draft) => (typeof draft === 'string' ? draft : '');
const listOf = (draft: Draft) => (typeof draft === 'object' && draft !== null ? draft : []);

const wordsOf = ({ name, error }: ControlProps): FieldWords => {
  const { label, hint } = t.fields[name];
  return { id: name, label, hint, error };
};

const attributesOf = (props: ControlProps) => ({
  name: props.name,
  'aria-invalid': props.error ? ('true' as const) : undefined,
  'aria-describedby': describedBy(wordsOf(props)),
});

/** Not the types of inputs: those hide from us what was typed wrong. */
const MODES: Partial<Record<FieldKind['kind'], 'numeric' | 'url'>> = { number: 'numeric', url: 'url' };

const Line = (props: ControlProps) => (
  <Field {...wordsOf(props)} isLive>
    <input
      class="input"
      id={props.name}
      {...attributesOf(props)}
      inputMode={MODES[rowOf(props.name).kind]}
      autoComplete="off"
      value={textOf(props.draft)}
      onInput={(event) => props.onDraft(event.currentTarget.value)}
    />
  </Field>
);

const Area = (props: ControlProps & { isMono: boolean }) => (
  <Field {...wordsOf(props)} isLive>
    <textarea
      class={props.isMono ? 'input mono' : 'input'}
      id={props.name}
      {...attributesOf(props)}
      rows={Math.min(12, textOf(props.draft).split('\n').length + 1)}
      spellcheck={!props.isMono}
      value={textOf(props.draft)}
      onInput={(event) => props.onDraft(event.currentTarget.value)}
    />
  </Field>
);

const Choice = (props: ControlProps & { options: Option[] }) => (
  <Field {...wordsOf(props)} isLive>
    <select
      class="input"
      id={props.name}
      {...attributesOf(props)}
      value={textOf(props.draft)}
      onChange={(event) => props.onDraft(event.currentTarget.value)}
    >
      {props.options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  </Field>
);

/** Those of the server, and the one that it has. */
function algorithms({ name, draft, server }: ControlProps, supported: AlgorithmList): Option[] {
  const values = new Set([...server.metadata[supported], textOf(draft)].filter((value) => value !== ''));
  const options = [...values].map((value): Option => [value, value]);
  return rowOf(name).usual === undefined ? [['', t.anyAlgorithm], ...options] : options;
}

/** Boxes, and what is said of them. */
const Boxes = (props: ControlProps & { class?: string; children: ComponentChildren }) => {
  const { id, hint, error } = wordsOf(props);
  return (
    <div class={props.class ?? 'field'}>
      {props.children}
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
      <p class="error" id={`${id}-error`} aria-live="polite" hidden={!error}>
        <Icon name="warn" />
        <span>{error}</span>
      </p>
    </div>
  );
};

const Flag = (props: ControlProps) => (
  <Boxes {...props} class="field ticks">
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
  </Boxes>
);

const AnyOf = (props: ControlProps) => (
  <Boxes {...props}>
    <Ticks
      legend={t.fields[props.name].label}
      options={optionsOf(props.name)}
      chosen={listOf(props.draft)}
      onChange={props.onDraft}
      attributes={attributesOf(props)}
    />
  </Boxes>
);

/** Null is every scope, or none: then nothing is ticked. */
const Scopes = (props: ControlProps & { all: boolean }) => {
  const { name, all, draft, onDraft, server } = props;
  const scopes = [...new Set([...(all ? server.scopes : resourceScopes(server.scopes)), ...listOf(draft)])];
  return (
    <Boxes {...props}>
      <Ticks
        legend={t.fields[name].label}
        options={all && draft === null ? [] : scopes.map((scope) => [scope, <code key={scope}>{scope}</code>])}
        chosen={listOf(draft)}
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
    </Boxes>
  );
};
