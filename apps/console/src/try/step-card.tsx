import { Callout } from '@consentry/ui/callout';
import { Icon } from '@consentry/ui/icon';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { server } from '../frame';
import { t } from '../messages/messages';
import { FORMATS, type Format, written } from './request';
import { MISTAKES, type Mistake, type Run, type Step, requestOf } from './run';

interface StepProps {
  /** None: the walk is over. */
  step: Step | undefined;
  number: number;
  run: Run;
  isBusy: boolean;
  send: (mistake: Mistake | null) => void;
  goOn: () => void;
}

/** The request that comes next, as one can send it oneself. */
export const StepCard = ({ step, number, ...props }: StepProps): JSX.Element => {
  const [format, setFormat] = useState<Format>('http');
  if (step === undefined)
    return (
      <Callout kind="ok" title={t.trying.over}>
        <span>{t.trying.overText}</span>
      </Callout>
    );
  const { name, text } = t.trying.steps[step];
  return (
    <section class="card" aria-labelledby="now">
      <header>
        <div>
          <h2 id="now">
            {number}. {name}
          </h2>
          <p>{text}</p>
        </div>
        <Formats format={format} onChange={setFormat} />
      </header>
      <div class="pane">
        <pre class="code" tabIndex={0} role="group" aria-label={t.trying.request}>
          {written(requestOf(step, props.run), format, server)}
        </pre>
        <Buttons {...props} step={step} />
      </div>
    </section>
  );
};

const Formats = ({ format, onChange }: { format: Format; onChange: (format: Format) => void }) => (
  <div class="seg" role="group" aria-label={t.trying.showAs}>
    {FORMATS.map((one) => (
      <button key={one} type="button" aria-pressed={one === format} onClick={() => onChange(one)}>
        {t.trying.formats[one]}
      </button>
    ))}
  </div>
);

const Buttons = ({ step, isBusy, send, goOn }: Omit<StepProps, 'step' | 'number'> & { step: Step }) => (
  <div class="bar">
    {step === 'call' ? (
      <button class="btn primary" type="button" onClick={goOn}>
        {t.trying.goOn}
      </button>
    ) : (
      <button class="btn primary" type="button" aria-busy={isBusy} onClick={() => send(null)}>
        <Icon name="play" /> {t.trying.sends[step]}
      </button>
    )}
    {MISTAKES[step]?.map((mistake) => (
      <button key={mistake} class="btn quiet" type="button" onClick={() => send(mistake)}>
        {t.trying.mistakes[mistake]}
      </button>
    ))}
  </div>
);
