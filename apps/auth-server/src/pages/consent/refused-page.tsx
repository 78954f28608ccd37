import { Icon } from '#ui/icon';
import { Tile } from '#ui/tile';
import type { JSX } from 'preact';
import type { OAuthError } from '../../protocol/oauth-error';
import { BackTo } from '../leaving/back-to';
import { QuietLayout } from '../rendering/quiet-layout';
import { usePresentation } from '../rendering/use-presentation';

/** A request that cannot be put to a person. The client hears of it by a click alone: we are no open redirector. */
export const RefusedPage = ({ error: { code, description, detail } }: { error: OAuthError }): JSX.Element => {
  const { t, brand } = usePresentation();
  const { response } = detail;
  return (
    <QuietLayout>
      <div class="sheet">
        <div class="stack tight center">
          <div class="parties" aria-hidden="true">
            <Tile name="refused" shape="xl">
              <Icon name="warn" />
            </Tile>
          </div>
          <h1>{t.consent.refusedTitle}</h1>
          <p class="muted">
            {response === undefined ? t.consent.refusedUnknown(<bdi>{brand.name}</bdi>) : t.consent.refusedRequest}
          </p>
        </div>
        <dl class="kv">
          <div>
            <dt>{t.consent.forDeveloper}</dt>
            <dd>
              <code>{code}</code> <bdi lang="en">{description}</bdi>
            </dd>
          </div>
        </dl>
        {response !== undefined && (
          <BackTo response={response} class="btn wide tall">
            {t.consent.backTo}
          </BackTo>
        )}
      </div>
      <p class="note">{t.consent.notYou}</p>
    </QuietLayout>
  );
};
