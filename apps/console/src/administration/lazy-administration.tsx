import type { JSX } from 'preact';
import { Failure } from '../api/failure';
import { useLoaded } from '../api/use-loaded';
import { FailureCallout } from '../controls/callout';
import { PageHead } from '../controls/page-head';
import { WhenLoaded } from '../controls/when-loaded';
import { t } from '../messages/messages';

/** The pages for administrators, which others never fetch. */
export const LazyAdministration = ({ place }: { place: string }): JSX.Element => {
  const loaded = useLoaded(() => import('./administration').catch(unreachable));
  if (loaded.state === 'failed')
    return (
      <>
        <PageHead title={t.administration} />
        {/* A server of another version has other files: only a new page names them. */}
        <FailureCallout failure={loaded.failure} again={() => location.reload()} />
      </>
    );
  return <WhenLoaded loaded={loaded}>{({ Administration }) => <Administration place={place} />}</WhenLoaded>;
};

function unreachable(): never {
  throw new Failure('offline');
}
