import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { focusHeading } from './page-head';
import type { Form } from './use-form';

/** A modal question with a form; it appears open, and Escape closes it. */
export const Dialog = ({
  id,
  title,
  onClose,
  onSubmit,
  onInput,
  children,
  buttons,
}: {
  id: string;
  title: ComponentChildren;
  onClose: () => void;
  onSubmit: Form['onSubmit'];
  onInput: Form['onInput'];
  children: ComponentChildren;
  buttons: ComponentChildren;
}): JSX.Element => {
  const dialog = useRef<HTMLDialogElement>(null);
  const isAsking = useRef(true);
  useEffect(() => {
    const [one, opener] = [dialog.current!, document.activeElement];
    one.showModal();
    return () => {
      isAsking.current = false;
      one.close();
      requestAnimationFrame(() => giveFocusBack(opener));
    };
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={() => isAsking.current && onClose()}>
      <form onSubmit={onSubmit} onInput={onInput}>
        <div class="in">
          <h2 id={id}>{title}</h2>
          {children}
        </div>
        <footer>{buttons}</footer>
      </form>
    </dialog>
  );
};

/** The browser does not where a dialog is removed; and what opened it may be gone. */
function giveFocusBack(opener: Element | null): void {
  if (document.activeElement !== document.body) return;
  const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
  if (isThere) opener.focus();
  else focusHeading();
}
