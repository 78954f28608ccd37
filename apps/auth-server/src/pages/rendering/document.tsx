import type { ComponentChildren, JSX } from 'preact';
import { usePresentation } from './use-presentation';

export interface DocumentProps {
  title: string;
  /** A file of `assets/`; a page works without it. */
  script?: string | undefined;
  /** Modules that draw the page: the last one, with those that it imports. */
  modules?: readonly string[] | undefined;
  /** Of its layout: files of `assets/`, beside what every page shows. */
  sheets: readonly string[];
  /** Where the browser goes on its own (`<meta http-equiv="refresh">`), after the seconds given. */
  refresh?: { seconds: number; url: string } | undefined;
  children: ComponentChildren;
}

/** The whole of every page: nothing inline, nothing from elsewhere. */
export const Document = ({ title, script, modules, sheets, refresh, children }: DocumentProps): JSX.Element => {
  const { language, locale, theme, brand, asset } = usePresentation();
  return (
    <html lang={language} data-locale={locale === language ? undefined : locale} data-theme={theme ?? undefined}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme ?? 'light dark'} />
        {refresh && <meta http-equiv="refresh" content={`${refresh.seconds};url=${refresh.url}`} />}
        <title>{`${title} · ${brand.name}`}</title>
        <link rel="icon" href={asset(brand.icon?.name ?? 'icon.svg')} />
        <link rel="stylesheet" href={asset('consentry.css')} />
        {sheets.map((sheet) => (
          <link key={sheet} rel="stylesheet" href={asset(sheet)} />
        ))}
        {brand.css && <link rel="stylesheet" href={asset(brand.css.name)} />}
        {script && <script src={asset(script)} defer />}
        {modules?.map((module) => (
          <script key={module} src={asset(module)} type="module" />
        ))}
      </head>
      <body>{children}</body>
    </html>
  );
};
