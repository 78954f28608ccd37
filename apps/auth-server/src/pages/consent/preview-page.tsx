import type { JSX } from 'preact';
import type { Screen } from '../../oauth/authorize/consent-screen';
import { Callout } from '../rendering/controls';
import type { Presentation } from '../rendering/presentation';
import { QuietLayout } from '../rendering/quiet-layout';
import { Question } from './consent-page';

/** No form: there is nothing to send. */
export const PreviewPage = ({
  presentation,
  screen,
  unusedFor,
}: {
  presentation: Presentation;
  screen: Screen;
  unusedFor: number;
}): JSX.Element => {
  const { t } = presentation;
  return (
    <QuietLayout presentation={presentation} roomy>
      <div class="sheet">
        <Callout kind="info" title={t.preview.title}>
          {t.preview.text}
        </Callout>
        <Question presentation={presentation} screen={screen} unusedFor={unusedFor} ticked={null} isPreview />
      </div>
    </QuietLayout>
  );
};
