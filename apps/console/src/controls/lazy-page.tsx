import type { ComponentChildren, JSX } from 'preact';
import { FailureCallout } from './callout';
import { PageHead } from './page-head';
import { useLazy } from './use-lazy';
import { WhenLoaded } from './when-loaded';

interface LazyPageProps<Module> {
  /** Where it cannot be fetched. */
  title: string;
  load: () => Promise<Module>;
  children: (module: Module) => ComponentChildren;
}

/** A page that most visits do not show: its scripts are fetched with it. */
export function LazyPage<Module>({ title, load, children }: LazyPageProps<Module>): JSX.Element {
  const loaded = useLazy(load);
  if (loaded.state === 'failed')
    return (
      <>
        <PageHead title={title} />
        <FailureCallout failure={loaded.failure} again={loaded.again} />
      </>
    );
  return <WhenLoaded loaded={loaded}>{children}</WhenLoaded>;
}
