import { Icon } from '#ui/icon';
import { Tile } from '#ui/tile';
import type { JSX } from 'preact';
import { QuietLayout } from '../rendering/quiet-layout';
import { shownName } from '../rendering/shown-name';
import { usePresentation } from '../rendering/use-presentation';

/** A second answer: the first one counts, and its code is not told again. */
export const AnsweredPage = ({ name }: { name: string }): JSX.Element => {
  const { t, link } = usePresentation();
  return (
    <QuietLayout>
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
