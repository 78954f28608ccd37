import { Icon } from '#ui/icon';
import type { ComponentChildren, JSX } from 'preact';
import { BrandName } from './brand-name';
import { PreferencesForm } from './preferences-form';
import { usePresentation } from './use-presentation';

interface FrameProps {
  /** Links at the side. */
  side: ComponentChildren;
  /** Links of the menu that takes their place on narrow screens. */
  menu: ComponentChildren;
  /** Below the links at the side. */
  foot?: ComponentChildren;
  children: ComponentChildren;
}

/** A page beside its links. On narrow screens they are in a menu, which opens without scripts. */
export const Frame = ({ side, menu, foot, children }: FrameProps): JSX.Element => {
  const { t, link } = usePresentation();
  return (
    <>
      <a class="skip" href="#main">
        {t.layout.skip}
      </a>
      <div class="app">
        <div class="top">
          <details>
            <summary>
              <span class="brand">
                <BrandName />
              </span>
              <Icon name="menu" />
              <span class="vh">{t.layout.menu}</span>
            </summary>
            <nav aria-label={t.layout.menu}>{menu}</nav>
          </details>
        </div>
        <aside class="side">
          <div>
            <a class="brand" href={link('/')}>
              <BrandName />
            </a>
            <nav aria-label={t.layout.menu}>{side}</nav>
            {foot}
          </div>
        </aside>
        <main class="main" id="main">
          {children}
          <PreferencesForm hasTheme />
        </main>
      </div>
    </>
  );
};
