import { Icon } from '@consentry/ui/icon';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { FailureCallout } from '../controls/callout';
import { PageHead } from '../controls/page-head';
import { useAction } from '../controls/use-action';
import { t } from '../messages/messages';
import { type Exchange, Past } from './past';
import { type Mistake, type Run, STEPS, type Step, learn, mistaken, requestOf } from './run';
import { newRun } from './sandbox';
import { send } from './send';
import { StepCard } from './step-card';
import { TokenCard } from './token-card';

/** The authorization-code flow in six steps, each request and answer as they are. */
export const TryPage = (): JSX.Element => {
  const [run, setRun] = useState<Run | null>(null);
  const start = useAction(async () => setRun(await newRun()));
  return (
    <>
      <PageHead title={t.trying.title} text={t.trying.text}>
        {run && (
          <button class="btn" type="button" aria-busy={start.isBusy} onClick={start.run}>
            {t.trying.again}
          </button>
        )}
      </PageHead>
      {start.failure && <FailureCallout failure={start.failure} />}
      {run ? <Walk key={run.state} first={run} /> : <Begin isBusy={start.isBusy} begin={start.run} />}
    </>
  );
};

const Begin = ({ isBusy, begin }: { isBusy: boolean; begin: () => void }) => (
  <section class="card">
    <div class="empty">
      <h2>{t.trying.begin}</h2>
      <p>{t.trying.beginText}</p>
      <button class="btn primary" type="button" aria-busy={isBusy} onClick={begin}>
        <Icon name="play" /> {t.trying.start}
      </button>
    </div>
  </section>
);

const Walk = ({ first }: { first: Run }) => {
  const [run, setRun] = useState(first);
  const [at, setAt] = useState(0);
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([]);
  const step = STEPS[at];
  const {
    run: act,
    isBusy,
    failure,
  } = useAction(async (mistake: Mistake | null) => {
    if (step === undefined) return;
    const request = mistake === null ? requestOf(step, run) : mistaken(step, mistake, run);
    const answer = await send(request);
    setExchanges([{ request, answer, mistake }, ...exchanges]);
    const learned = mistake === null ? learn(step, run, answer.status, answer.body) : null;
    if (learned === null) return;
    setRun(learned);
    setAt(at + 1);
  });
  return (
    <div class="runner">
      <Steps at={at} />
      <div class="stack">
        {failure && <FailureCallout failure={failure} />}
        <StepCard step={step} number={at + 1} run={run} isBusy={isBusy} send={act} goOn={() => setAt(at + 1)} />
        {exchanges.length > 0 && <Past exchanges={exchanges} />}
        {run.accessToken !== undefined && <TokenCard key={run.accessToken} token={run.accessToken} />}
      </div>
    </div>
  );
};

const Steps = ({ at }: { at: number }) => (
  <ol class="steps">
    {STEPS.map((step: Step, index) => (
      <li key={step} class={index < at ? 'done' : undefined} aria-current={index === at ? 'step' : undefined}>
        <span>{index < at ? <Icon name="check" /> : index + 1}</span>
        <span>
          {t.trying.steps[step].name}
          <small>{t.trying.steps[step].short}</small>
        </span>
      </li>
    ))}
  </ol>
);
