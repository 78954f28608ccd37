import { Icon } from '#ui/icon';
import { Tile } from '#ui/tile';
import type { ComponentChildren, JSX } from 'preact';
import { BrandName } from '../rendering/brand-name';
import { PageFoot } from '../rendering/page-foot';
import { usePresentation } from '../rendering/use-presentation';

interface Destination {
  host: string;
  words: LeavingWords;
}

/** What a page says on the way to another site. */
export interface LeavingWords {
  title: (host: string) => string;
  heading: (host: ComponentChildren) => ComponentChildren;
  go: string;
  /** Where it does not go on by itself. */
  nothing: string;
}

/** Stands on the screen for a moment, or for longer where nothing takes the person on. */
export const LeavingPage = ({
  isScheme,
  url,
  ...destination
}: Destination & { isScheme: boolean; url: string }): JSX.Element => {
  const { t } = usePresentation();
  return (
    <LeavingLayout {...destination} heading={isScheme ? t.leaving.headingApp : destination.words.heading}>
      <a class="btn primary wide tall" href={url} rel="noreferrer">
        {isScheme ? t.leaving.open : destination.words.go}
      </a>
    </LeavingLayout>
  );
};

/** Posts the answer to the client (OAuth 2.0 Form Post Response Mode §2); without scripts at a click. */
export const PostingPage = ({
  action,
  parameters,
  ...destination
}: Destination & { action: string; parameters: Readonly<Record<string, string>> }): JSX.Element => (
  <LeavingLayout {...destination} heading={destination.words.heading}>
    <form method="post" action={action} class="stack tight">
      <Parameters of={parameters} />
      <button class="btn primary wide tall">{destination.words.go}</button>
    </form>
  </LeavingLayout>
);

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
  words,
  heading,
  children,
}: Destination & { heading: LeavingWords['heading']; children: ComponentChildren }) => (
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
        <p class="hint">{words.nothing}</p>
      </div>
    </main>
    <PageFoot />
  </div>
);
