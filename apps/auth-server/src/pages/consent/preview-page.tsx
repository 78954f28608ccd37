import { Callout } from '#ui/callout';
import type { JSX } from 'preact';
import type { Screen } from '../../oauth/authorize/consent-screen';
import { QuietLayout } from '../rendering/quiet-layout';
import { Question } from './consent-page';
import { usePresentation } from '../rendering/use-presentation';

/** No form: there is nothing to send. */
export const PreviewPage = ({ screen, unusedFor }: { screen: Screen; unusedFor: number }): JSX.Element => {
  const { t } = usePresentation();
  return (
    <QuietLayout roomy>
      <div class="sheet">
        <Callout kind="info" title={t.preview.title}>
          {t.preview.text}
        </Callout>
        <Question screen={screen} unusedFor={unusedFor} ticked={null} openFor={null} />
      </div>
    </QuietLayout>
  );
};
