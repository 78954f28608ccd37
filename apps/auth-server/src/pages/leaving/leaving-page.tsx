import type { ComponentChildren, JSX } from 'preact';
import { BrandName } from '../rendering/brand-name';
import { Icon } from '../rendering/icons';
import { Tile } from '../rendering/tile';
import { usePresentation } from '../rendering/use-presentation';

interface Destination {
  host: string;
}

/** Stands on the screen for a moment, or for longer where nothing takes the person on. */
export const LeavingPage = ({
  isScheme,
  url,
  ...destination
}: Destination & { isScheme: boolean; url: string }): JSX.Element => {
  const { t } = usePresentation();
  return (
    <LeavingLayout {...destination} heading={isScheme ? t.leaving.headingApp : t.leaving.heading}>
      <a class="btn primary wide tall" href={url} rel="noreferrer">
        {isScheme ? t.leaving.open : t.leaving.go}
      </a>
    </LeavingLayout>
  );
};

/** Posts the answer to the client (OAuth 2.0 Form Post Response Mode §2); without scripts at a click. */
export const PostingPage = ({
  action,
  parameters,
  ...destination
}: Destination & { action: string; parameters: Readonly<Record<string, string>> }): JSX.Element => {
  const { t } = usePresentation();
  return (
    <LeavingLayout {...destination} heading={t.leaving.heading}>
      <form method="post" action={action} class="stack tight">
        <Parameters of={parameters} />
        <button class="btn primary wide tall">{t.leaving.go}</button>
      </form>
    </LeavingLayout>
  );
};

export const Parameters = ({ of: parameters }: { of: Readonly<Record<string, string>> }): JSX.Element => (
  <>
    {Object.entries(parameters).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
  </>
);

/** Without a form of ours: its policy allows none. */
const LeavingLayout = ({
  host,
  heading,
  children,
}: Destination & { heading: (host: ComponentChildren) => ComponentChildren; children: ComponentChildren }) => {
  const { t } = usePresentation();
  return (
    <div class="quiet-page">
      <header>
        <span class="brand">
          <BrandName />
        </span>
      </header>
      <main id="main">
        <div class="sheet center">
          <div class="stack tight">
            <div class="parties" aria-hidden="true">
              <Tile name={host} shape="xl">
                <Icon name="out" />
              </Tile>
            </div>
            <h1>
              {heading(
                <b>
                  <bdi>{host}</bdi>
                </b>,
              )}
            </h1>
          </div>
          {children}
          <p class="hint">{t.leaving.nothing}</p>
        </div>
      </main>
    </div>
  );
};
