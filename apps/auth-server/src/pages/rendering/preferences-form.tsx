import type { ComponentChildren, JSX } from 'preact';
import { PageFoot } from './page-foot';
import { usePresentation } from './use-presentation';

interface PreferencesProps {
  /** Whether the appearance can be chosen too. */
  hasTheme?: boolean;
}

/** The choice of the language, at the foot of a page; on pages of the account, of light or dark too. */
export const PreferencesForm = ({ hasTheme = false }: PreferencesProps): JSX.Element => {
  const { language, languages, t, theme } = usePresentation();
  return (
    <PageFoot>
      <ChoiceForm label={t.layout.language}>
        {languages.map(({ code, name }) => (
          <Choice key={code} name="language" value={code} lang={code} isChosen={code === language}>
            {name}
          </Choice>
        ))}
      </ChoiceForm>
      {hasTheme && (
        <ChoiceForm label={t.layout.theme}>
          {(['system', 'light', 'dark'] as const).map((value) => (
            <Choice key={value} name="theme" value={value} isChosen={value === (theme ?? 'system')}>
              {t.layout.themes[value]}
            </Choice>
          ))}
        </ChoiceForm>
      )}
    </PageFoot>
  );
};

const ChoiceForm = ({ label, children }: PreferencesProps & { label: string; children: ComponentChildren }) => {
  const { link, path } = usePresentation();
  return (
    <form action={link('/preferences')} method="post" class="languages" aria-label={label}>
      <input type="hidden" name="return_to" value={path} />
      {children}
    </form>
  );
};

const Choice = ({
  isChosen,
  children,
  ...button
}: {
  name: string;
  value: string;
  lang?: string;
  isChosen: boolean;
  children: ComponentChildren;
}) => (
  <button class="btn quiet slim" {...button} aria-pressed={isChosen ? 'true' : 'false'}>
    {children}
  </button>
);
