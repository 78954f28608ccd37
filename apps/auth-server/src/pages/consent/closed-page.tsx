import { Icon } from '#ui/icon';
import { Tile } from '#ui/tile';
import type { JSX } from 'preact';
import type { AuthorizationResponse } from '../../protocol/request/authorization-response';
import { BackTo } from '../leaving/back-to';
import { QuietLayout } from '../rendering/quiet-layout';
import { usePresentation } from '../rendering/use-presentation';

/** The consent session ended before the answer came. */
export const ClosedPage = ({
  openFor,
  response,
}: {
  /** Seconds. */
  openFor: number;
  /** What tells the client; `null`: it is not known. */
  response: AuthorizationResponse | null;
}): JSX.Element => {
  const { t, link, path, span } = usePresentation();
  return (
    <QuietLayout>
      <div class="sheet center">
        <div class="stack tight">
          <div class="parties" aria-hidden="true">
            <Tile name="closed" shape="xl">
              <Icon name="clock" />
            </Tile>
          </div>
          <h1>{t.consent.closedTitle}</h1>
          <p class="muted">{t.consent.closed(span(openFor))}</p>
        </div>
        <div class="stack tight">
          <a class="btn primary wide tall" href={link(path)}>
            {t.consent.showAgain}
          </a>
          {response !== null && (
            <BackTo response={response} class="btn quiet wide">
              {t.consent.backWithout}
            </BackTo>
          )}
        </div>
      </div>
      <p class="note">{t.consent.notYou}</p>
    </QuietLayout>
  );
};
