import type { JSX } from 'preact';
import { server } from '../frame';
import { t } from '../messages/messages';
import { type Request, written } from './request';
import type { Mistake } from './run';
import type { Answer } from './send';

/** A request that was sent, and its answer. */
export interface Exchange {
  request: Request;
  answer: Answer;
  /** What was wrong with it on purpose. */
  mistake: Mistake | null;
}

/** What was sent and answered so far, the last first. */
export const Past = ({ exchanges }: { exchanges: readonly Exchange[] }): JSX.Element => (
  <section class="card exchange" aria-labelledby="before">
    <header>
      <div>
        <h2 id="before">{t.trying.past}</h2>
      </div>
    </header>
    {exchanges.map((exchange, index) => (
      <One key={exchanges.length - index} exchange={exchange} isLast={index === 0} />
    ))}
  </section>
);

const One = ({ exchange: { request, answer, mistake }, isLast }: { exchange: Exchange; isLast: boolean }) => {
  const { status, text } = answer;
  const [path = ''] = request.url.split('?', 1);
  return (
    <details open={isLast}>
      <summary>
        <span class={request.method === 'POST' ? 'method post' : 'method'}>{request.method}</span>
        <code>{path}</code>
        {mistake !== null && <span class="muted small">{t.trying.mistakes[mistake]}</span>}
        <span class={status < 400 ? 'status' : 'status bad'}>{status}</span>
      </summary>
      <div class="pane">
        <pre class="code" tabIndex={0} role="group" aria-label={t.trying.request}>
          {written(request, 'http', server)}
        </pre>
        <pre class="code" tabIndex={0} role="group" aria-label={t.trying.answer}>
          {text}
        </pre>
      </div>
    </details>
  );
};
