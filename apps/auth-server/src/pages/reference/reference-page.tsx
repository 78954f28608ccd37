import type { ComponentChildren, JSX } from 'preact';
import { Frame } from '../rendering/frame';
import { usePresentation } from '../rendering/use-presentation';
import type { Answer, Call, Chapter, Field } from './calls';
import { commandFor } from './command';
import { Code, Prose } from './prose';

interface ReferenceProps {
  chapters: readonly Chapter[];
  /** What stands before the paths. */
  base: string;
}

/** Every call of the API, with a way between them. Its texts are the OpenAPI document's, in English. */
export const ReferencePage = ({ chapters, base }: ReferenceProps): JSX.Element => {
  const side = chapters.map((chapter) => <ChapterLinks key={chapter.name} {...chapter} />);
  const menu = chapters.map(({ name }) => (
    <a key={name} href={`#${name}`} lang="en">
      {name}
    </a>
  ));
  return (
    <Frame {...{ side, menu }}>
      <Introduction />
      {chapters.map((chapter) => (
        <ChapterSection key={chapter.name} {...chapter} base={base} />
      ))}
    </Frame>
  );
};

const ChapterLinks = ({ name, calls }: Chapter) => (
  <div lang="en">
    <h2>{name}</h2>
    {calls.map(({ id, method, path }) => (
      <a key={id} class="operation" href={`#${id}`} title={path}>
        <b>{method}</b> <span>{path}</span>
      </a>
    ))}
  </div>
);

const Introduction = () => {
  const { t, link } = usePresentation();
  const { begin } = t.reference;
  return (
    <>
      <div class="head">
        <div>
          <h1>{t.layout.sections.reference}</h1>
          <p>{t.reference.lead(<a href={link('/docs-json')}>OpenAPI</a>)}</p>
        </div>
        <div class="bar">
          <a class="btn" href={link('/console')}>
            {t.reference.toConsole}
          </a>
        </div>
      </div>
      <section class="card" aria-labelledby="begin">
        <header>
          <h2 id="begin">{begin.title}</h2>
        </header>
        <ol class="begin">
          <li>{begin.account(callLink('SignUpController_signUp'), callLink('SessionController_signIn'))}</li>
          <li>{begin.application(callLink('ApplicationsController_register'))}</li>
          <li>{begin.token(callLink('TestTokenController_issue'))}</li>
          <li>{begin.flow(<a href={link('/console/try')}>{t.layout.sections.try}</a>)}</li>
        </ol>
      </section>
    </>
  );
};

const CALL_NAMES: Readonly<Record<string, string>> = {
  SignUpController_signUp: 'POST /api/accounts',
  SessionController_signIn: 'POST /api/session',
  ApplicationsController_register: 'POST /api/applications',
  TestTokenController_issue: 'POST /api/applications/{client_id}/test-token',
};

const callLink = (id: string) => (
  <a href={`#${id}`}>
    <code>{CALL_NAMES[id]}</code>
  </a>
);

const ChapterSection = ({ name, text, calls, base }: Chapter & Pick<ReferenceProps, 'base'>) => (
  <section class="chapter" aria-labelledby={name} lang="en">
    <h2 id={name}>{name}</h2>
    <p>
      <Prose text={text} />
    </p>
    {calls.map((call) => (
      <CallCard key={call.id} call={call} base={base} />
    ))}
  </section>
);

const CallCard = ({ call, base }: { call: Call } & Pick<ReferenceProps, 'base'>) => {
  const { t, language } = usePresentation();
  const { id, method, path, summary, text, callers, isOpen, takes, fields, answers, errors } = call;
  const command = commandFor(call, base);
  const names = callers.map((name) => t.reference.callers[name as keyof typeof t.reference.callers] ?? name);
  return (
    <article class="card operation" id={id}>
      <header>
        <h3>
          <b class={`method ${method.toLowerCase()}`}>{method}</b> <code>{path}</code>
        </h3>
      </header>
      <p>
        <Prose text={`${summary}. ${text}`} />
      </p>
      <Localized>{t.reference.calledBy(names, isOpen)}</Localized>
      {takes.length > 0 && (
        <Localized>{t.reference.takes(takes.map((type) => <code key={type}>{type}</code>))}</Localized>
      )}
      {fields.length > 0 && <Fields fields={fields} />}
      <Answers answers={answers} errors={errors} />
      {command !== null && (
        <details>
          <summary lang={language}>{t.reference.command}</summary>
          <Code text={command} label={`${method} ${path}`} />
        </details>
      )}
    </article>
  );
};

/** A text of ours among those of the document. */
const Localized = ({ children }: { children: ComponentChildren }) => (
  <p class="fact" lang={usePresentation().language}>
    {children}
  </p>
);

/** The roles stay where narrow screens show the table as cards. */
const Fields = ({ fields }: { fields: readonly Field[] }) => {
  const { t, language } = usePresentation();
  const { columns, needed } = t.reference;
  return (
    <table class="table" role="table">
      <thead role="rowgroup" lang={language}>
        <tr role="row">
          <th role="columnheader">{columns.name}</th>
          <th role="columnheader">{columns.place}</th>
          <th role="columnheader">{columns.type}</th>
          <th role="columnheader">{columns.note}</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {fields.map(({ place, name, isNeeded, type, note }) => (
          <tr key={`${place} ${name}`} role="row">
            <td role="cell">
              <code>{name}</code>
              {isNeeded && <span class="badge plain">{needed}</span>}
            </td>
            <td role="cell" data-l={columns.place}>
              {place}
            </td>
            <td role="cell" data-l={columns.type}>
              <span>
                <Prose text={type} />
              </span>
            </td>
            <td role="cell" data-l={columns.note}>
              <span>
                <Prose text={note} />
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const Answers = ({ answers, errors }: Pick<Call, 'answers' | 'errors'>) => {
  const { t } = usePresentation();
  return (
    <>
      {answers.map(({ status, text, shape }: Answer) => (
        <div key={status} class="answer">
          <p>
            <b>{status}</b> {text !== '' && <Prose text={text} />}
          </p>
          {shape !== undefined && <Code text={shape} label={status} />}
        </div>
      ))}
      {errors.length > 0 && <Localized>{t.reference.errors(errors.join(', '))}</Localized>}
    </>
  );
};
