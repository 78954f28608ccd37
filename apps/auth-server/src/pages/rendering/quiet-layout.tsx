import type { ComponentChildren, JSX } from 'preact';
import { BrandName } from './brand-name';
import { PreferencesForm } from './preferences-form';
import type { Presentation } from './presentation';

/** One sheet in the middle, and no way elsewhere: sign-in, consent, device, errors. */
export const QuietLayout = ({
  presentation,
  roomy = false,
  children,
}: {
  presentation: Presentation;
  roomy?: boolean;
  children: ComponentChildren;
}): JSX.Element => (
  <div class="quiet-page">
    <header>
      <a class="brand" href={presentation.link('/')}>
        <BrandName presentation={presentation} />
      </a>
    </header>
    <main id="main" class={roomy ? 'roomy' : undefined}>
      {children}
    </main>
    <PreferencesForm presentation={presentation} />
  </div>
);
