import type { JSX } from 'preact';
import { FailureCallout } from '../controls/callout';
import { PageHead } from '../controls/page-head';
import { useLazy } from '../controls/use-lazy';
import { WhenLoaded } from '../controls/when-loaded';
import { t } from '../messages/messages';

/** The pages for administrators, which others never fetch. */
export const LazyAdministration = ({ place }: { place: string }): JSX.Element => {
  const loaded = useLazy(() => import('./administration'));
  if (loaded.state === 'failed')
    return (
      <>
        <PageHead title={t.administration} />
        <FailureCallout failure={loaded.failure} again={loaded.again} />
      </>
    );
  return <WhenLoaded loaded={loaded}>{({ Administration }) => <Administration place={place} />}</WhenLoaded>;
};
