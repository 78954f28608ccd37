import type { ComponentChildren, JSX } from 'preact';
import type { Loaded } from '../api/use-loaded';
import { t } from '../messages/messages';
import { FailureCallout } from './callout';

/** A list or a page in each of its states; the skeleton shows itself after 300 ms (the style sheet). */
export function WhenLoaded<Value>({
  loaded,
  children,
}: {
  loaded: Loaded<Value>;
  children: (value: Value, change: (value: Value) => void) => ComponentChildren;
}): JSX.Element {
  switch (loaded.state) {
    case 'loading':
      return (
        <section class="card skeleton" aria-busy="true" aria-label={t.loading}>
          <i />
          <i />
          <i />
        </section>
      );
    case 'failed':
      return <FailureCallout failure={loaded.failure} again={loaded.again} />;
    case 'loaded':
      return <>{children(loaded.value, loaded.change)}</>;
  }
}
