import { Icon } from '#ui/icon';
import type { JSX } from 'preact';
import { usePresentation } from '../rendering/use-presentation';

interface TimerProps {
  /** Seconds. */
  openFor: number;
}

/** Shown by the page's script: the last minute, and that the question was asked again. */
export const ConsentTimer = ({ openFor }: TimerProps): JSX.Element => {
  const { t, span } = usePresentation();
  return (
    <>
      <p class="timer" data-timer="running" hidden>
        <Icon name="clock" />
        <span>{t.consent.openFor(<span class="num" data-timer="left" />)}</span>
      </p>
      <p class="hint center" role="status">
        <span data-timer="told" hidden>
          {t.consent.askedAgain(span(openFor))}
        </span>
      </p>
    </>
  );
};

/** Opened by the page's script a minute before the end (WCAG 2.2.1), and at an end that nobody put off. */
export const ConsentDialog = ({ openFor }: TimerProps): JSX.Element => {
  const { t, link, path, span } = usePresentation();
  return (
    <>
      <dialog role="alertdialog" data-timer="soon" aria-labelledby="soon-title" aria-describedby="soon-text">
        <div class="in">
          <h2 id="soon-title">{t.consent.stillThere}</h2>
          <p id="soon-text">{t.consent.closesSoon}</p>
        </div>
        <footer>
          <button class="btn primary" type="button" data-timer="more">
            {t.consent.moreTime}
          </button>
        </footer>
      </dialog>
      <dialog role="alertdialog" data-timer="over" aria-labelledby="over-title" aria-describedby="over-text">
        <div class="in">
          <h2 id="over-title">{t.consent.closedTitle}</h2>
          <p id="over-text">{t.consent.closed(span(openFor))}</p>
        </div>
        <footer>
          <a class="btn primary" href={link(path)}>
            {t.consent.showAgain}
          </a>
        </footer>
      </dialog>
    </>
  );
};
