import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A modal question with a form; it appears open, and Escape closes it. */
export const Dialog = ({
  id,
  title,
  onClose,
  onSubmit,
  children,
  buttons,
}: {
  id: string;
  title: ComponentChildren;
  onClose: () => void;
  onSubmit: () => void;
  children: ComponentChildren;
  buttons: ComponentChildren;
}): JSX.Element => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current!.showModal(), []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <div class="in">
          <h2 id={id}>{title}</h2>
          {children}
        </div>
        <footer>{buttons}</footer>
      </form>
    </dialog>
  );
};
