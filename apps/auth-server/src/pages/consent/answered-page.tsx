import type { JSX } from 'preact';
import { Icon } from '../rendering/icons';
import type { Presentation } from '../rendering/presentation';
import { QuietLayout } from '../rendering/quiet-layout';
import { shownName } from '../rendering/shown-name';
import { Tile } from '../rendering/tile';

/** A second answer: the first one counts, and its code is not told again. */
export const AnsweredPage = ({ presentation, name }: { presentation: Presentation; name: string }): JSX.Element => {
  const { t, link } = presentation;
  return (
    <QuietLayout presentation={presentation}>
      <div class="sheet center">
        <div class="stack tight">
          <div class="parties" aria-hidden="true">
            <Tile name="answered" shape="xl">
              <Icon name="check" />
            </Tile>
          </div>
          <h1>{t.consent.answeredTitle}</h1>
          <p class="muted">{t.consent.answered(<bdi>{shownName(name)}</bdi>)}</p>
        </div>
        <a class="btn wide tall" href={link('/account/apps')}>
          {t.layout.sections.apps}
        </a>
      </div>
    </QuietLayout>
  );
};
