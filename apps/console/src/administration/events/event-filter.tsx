import { describedBy, Field } from '@consentry/ui/field';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { focusWrong } from '../../controls/use-form';
import { link, navigate } from '../../navigation';
import { t } from '../messages/messages';
import { type Filter, NAMES, type Name, eventsPlace } from './filter';

interface Props {
  filter: Filter;
  /** What the server refused of it. */
  wrong: readonly string[];
}

/** Puts what is chosen into the address, so that a link can be shared and Back goes back. */
export const EventFilter = ({ filter, wrong }: Props): JSX.Element => {
  const form = useRef<HTMLFormElement>(null);
  const [texts, setTexts] = useState(filter);
  useEffect(() => {
    if (wrong.length > 0) focusWrong(form.current);
  }, [wrong.length]);
  return (
    <form
      class="card"
      aria-labelledby="filter"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        navigate(eventsPlace(texts));
      }}
    >
      <header>
        <div>
          <h2 id="filter">{t.events.filter}</h2>
        </div>
      </header>
      <div class="pad filter">
        {NAMES.map((name) => (
          <FilterField
            key={name}
            name={name}
            value={texts[name] ?? ''}
            isWrong={wrong.includes(name) && texts[name] === filter[name]}
            onInput={(text) => setTexts({ ...texts, [name]: text })}
          />
        ))}
      </div>
      <footer>
        {Object.keys(filter).length > 0 ? <a href={link('/admin/events')}>{t.events.reset}</a> : <span />}
        <button class="btn">{t.events.show}</button>
      </footer>
    </form>
  );
};

interface FieldProps {
  name: Name;
  value: string;
  isWrong: boolean;
  onInput: (text: string) => void;
}

const FilterField = ({ name, value, isWrong, onInput }: FieldProps) => {
  const { label, hint, wrong } = t.events.filters[name];
  const words = { id: name, label, hint, ...(isWrong && { error: wrong }) };
  const input: InputProps = {
    class: 'input',
    id: name,
    value,
    'aria-invalid': isWrong ? 'true' : undefined,
    'aria-describedby': describedBy(words),
    onInput: ({ currentTarget }) => onInput(currentTarget.value),
  };
  return (
    <Field {...words} isLive>
      <Input {...input} />
    </Field>
  );
};

interface InputProps {
  class: string;
  id: Name;
  value: string;
  'aria-invalid': 'true' | undefined;
  'aria-describedby': string | undefined;
  onInput: (event: { currentTarget: HTMLInputElement | HTMLSelectElement }) => void;
}

const Input = (input: InputProps) => {
  if (input.id === 'kind') return <KindInput {...input} />;
  if (input.id === 'from' || input.id === 'to') return <input {...input} type="date" />;
  return <input {...input} autoComplete="off" spellcheck={false} />;
};

const KindInput = (select: InputProps) => (
  <select {...select}>
    <option value="">{t.events.everyKind}</option>
    {Object.entries(t.events.kinds).map(([kind, words]) => (
      <option key={kind} value={kind}>
        {words}
      </option>
    ))}
  </select>
);
