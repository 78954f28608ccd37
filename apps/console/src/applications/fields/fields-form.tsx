import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Failure } from '../../api/failure';
import { FailureCallout } from '../../controls/callout';
import { type Form, useForm } from '../../controls/use-form';
import { t as common } from '../../messages/messages';
import type { OfApplication } from '../of-application';
import { changeApplication } from '../change-application';
import { type Draft, type Drafts, bodyOf, draftOf, isSame, withDrafts } from './drafts';
import { FieldControl } from './field-control';
import { FieldGroup } from './field-group';
import { type FieldName, GROUPS, fieldsOf, isSet } from './field-table';
import { t } from './messages/messages';

/** What the API takes of an application, in one form: a security profile judges fields of several groups. */
export const FieldsForm = ({ application, change, ...server }: OfApplication): JSX.Element => {
  const [drafts, setDrafts] = useState<Drafts>({});
  const groups = groupsOf(withDrafts(application, drafts));
  const names = groups.flatMap((one) => one.names);
  const form = useForm(
    async () => {
      const { body, unreadable } = bodyOf(names, drafts, application);
      if (unreadable.length > 0) throw refusalOf(unreadable);
      change(await changeApplication(application, body));
      setDrafts((now) => leftOf(now, drafts));
    },
    Object.fromEntries(names.map((name) => [name, t.fields[name].wrong])),
  );
  const draftAt = (name: FieldName): Draft => (drafts[name] === undefined ? draftOf(name, application) : drafts[name]);
  return (
    <form
      class="stack"
      aria-label={common.settings.tab}
      noValidate
      onInput={form.onInput}
      onChange={form.onInput}
      onSubmit={form.onSubmit}
    >
      {groups.map(({ group, names: own }) => (
        <FieldGroup
          key={group}
          group={group}
          isSet={own.some((name) => isSet(name, application))}
          isWrong={own.some((name) => Boolean(form.field(name).error))}
        >
          {own.map((name) => (
            <FieldControl
              key={name}
              {...form.field(name)}
              name={name}
              draft={draftAt(name)}
              onDraft={(draft) => setDrafts((now) => ({ ...now, [name]: draft }))}
              server={server}
            />
          ))}
        </FieldGroup>
      ))}
      <Save form={form} isUnsaved={names.some((name) => !isSame(draftAt(name), draftOf(name, application)))} />
    </form>
  );
};

const groupsOf = (of: Parameters<typeof fieldsOf>[1]) =>
  GROUPS.map((group) => ({ group, names: fieldsOf(group, of) })).filter(({ names }) => names.length > 0);

/** A text that is none of its field's kind lands there as the server's refusal would. */
const refusalOf = (names: readonly FieldName[]) =>
  new Failure(
    'refused',
    400,
    '',
    null,
    names.map((field) => ({ field, detail: '' })),
  );

/** What was typed while the rest was saved. */
const leftOf = (now: Drafts, saved: Drafts): Drafts =>
  Object.fromEntries(Object.entries(now).filter(([name, draft]) => draft !== saved[name as FieldName]));

const Save = ({ form: { failure, isBusy, isDone }, isUnsaved }: { form: Form; isUnsaved: boolean }) => (
  <div class={isUnsaved ? 'card save unsaved' : 'card save'}>
    {failure && <FailureCallout failure={failure} />}
    <footer>
      <span role="status">{isUnsaved ? t.unsaved : isDone ? common.saved : ''}</span>
      <button class="btn primary" aria-busy={isBusy}>
        {common.save}
      </button>
    </footer>
  </div>
);
