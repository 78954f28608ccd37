import type { JSX } from 'preact';
import { dayOf } from '../../messages/messages';
import { t } from '../messages/messages';
import { type SigningKey, WIDTH, lanesOf } from './key-lanes';

const KINDS = ['announce', 'sign', 'retire'] as const;

/** When each key is announced, signs and is trusted, as a picture; the table has the same in words. */
export const KeyLives = ({ keys }: { keys: readonly SigningKey[] }): JSX.Element => {
  const { from, to, now, lanes } = lanesOf(keys, Date.now());
  const dayAt = (time: number) => dayOf(new Date(time).toISOString());
  return (
    <section class="card" aria-labelledby="lives">
      <header>
        <div>
          <h2 id="lives">{t.keys.lives}</h2>
          <p>{t.keys.from(dayAt(from), dayAt(to))}</p>
        </div>
        <div class="legend">
          {KINDS.map((kind) => (
            <span key={kind}>
              <i class={kind} />
              {t.keys.legend[kind]}
            </span>
          ))}
        </div>
      </header>
      <div class="pad">
        <div class="life">
          {lanes.map(({ key, bars }) => (
            <div key={key.kid} class="lane">
              <code>{shortOf(key.kid)}</code>
              <svg viewBox={`0 0 ${WIDTH} 24`} preserveAspectRatio="none" role="img" aria-label={said(key)}>
                {bars.map(({ kind, x, width }) => (
                  <rect key={kind} class={kind} x={x} y="5" width={width} height="14" />
                ))}
                <line class="now" x1={now} x2={now} y1="0" y2="24" />
              </svg>
            </div>
          ))}
        </div>
      </div>
    </section>
  );
};

/** Enough to tell keys apart; the table has the whole. */
export const shortOf = (kid: string): string => kid.slice(0, 8);

function said({ kid, phase, signs_from: from, public_until: until, compromised_at: leaked }: SigningKey): string {
  const day = dayOf(phase === 'retired' ? (until ?? from) : phase === 'compromised' ? (leaked ?? from) : from);
  return t.keys.lane[phase](shortOf(kid), day);
}
