import { Icon } from '#ui/icon';
import { Tile } from '#ui/tile';
import type { JSX } from 'preact';
import { ClockTime } from '../rendering/controls';
import type { Presentation } from '../rendering/presentation';
import { QuietLayout } from '../rendering/quiet-layout';
import { usePresentation } from '../rendering/use-presentation';

export type ErrorKind = keyof Presentation['t']['errors']['title'];

export const ErrorPage = ({
  kind,
  wait = null,
  requestId,
}: {
  kind: ErrorKind;
  /** Seconds until it is worth another try; `null`: unknown. */
  wait?: number | null;
  requestId: string;
}): JSX.Element => {
  const { t, link } = usePresentation();
  return (
    <QuietLayout>
      <div class="sheet center">
        <div class="stack tight">
          <div class="parties" aria-hidden="true">
            <Tile name={kind} shape="xl">
              <Icon name="warn" />
            </Tile>
          </div>
          <h1>{t.errors.title[kind]}</h1>
          <p class="muted">
            {kind === 'tooMany' && wait !== null
              ? t.errors.waitUntil(<ClockTime seconds={wait} />)
              : t.errors.text[kind]}
          </p>
        </div>
        <a class="btn primary wide tall" href={link('/')}>
          {t.errors.start}
        </a>
        <p class="hint">{t.errors.request(<code>{requestId}</code>)}</p>
      </div>
    </QuietLayout>
  );
};
