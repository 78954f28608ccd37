import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { dayOf, t } from '../messages/messages';
import { type Claims, claimsOf, isSigned } from './token';

/** The claims of an access token, and whether its signature is right. */
export const TokenCard = ({ token }: { token: string }): JSX.Element => {
  const [isRight, setRight] = useState<boolean | null>(null);
  useEffect(() => void isSigned(token).then(setRight), [token]);
  return (
    <section class="card" aria-labelledby="token">
      <header>
        <div>
          <h2 id="token">{t.trying.token}</h2>
          <p>{t.trying.tokenText}</p>
        </div>
        {isRight !== null && (
          <span class={isRight ? 'badge ok' : 'badge danger'}>{isRight ? t.trying.signed : t.trying.unsigned}</span>
        )}
      </header>
      <div class="pane">
        <dl class="claims">{Object.entries(claimsOf(token)).map(([name, value]) => Claim(name, value))}</dl>
      </div>
    </section>
  );
};

const Claim = (name: string, value: Claims[string]) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const isTime = ['exp', 'iat', 'nbf', 'auth_time'].includes(name) && typeof value === 'number';
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {text} {isTime && <span>· {dayOf(new Date(value * 1000).toISOString())}</span>}
      </dd>
    </>
  );
};
