import type { ComponentChildren, JSX } from 'preact';
import { BrandName } from './brand-name';
import { PreferencesForm } from './preferences-form';
import { usePresentation } from './use-presentation';

/** One sheet in the middle, and no way elsewhere: sign-in, consent, device, errors. */
export const QuietLayout = ({
  roomy = false,
  children,
}: {
  roomy?: boolean;
  children: ComponentChildren;
}): JSX.Element => {
  const { link } = usePresentation();
  return (
    <div class="quiet-page">
      <header>
        <a class="brand" href={link('/')}>
          <BrandName />
        </a>
      </header>
      <main id="main" class={roomy ? 'roomy' : undefined}>
        {children}
      </main>
      <PreferencesForm />
    </div>
  );
};
