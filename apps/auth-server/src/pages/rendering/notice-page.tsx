import type { ComponentChildren, JSX } from 'preact';
import { QuietLayout } from './quiet-layout';
import { usePresentation } from './use-presentation';

/** Tells one thing, and where to go on. */
export const NoticePage = ({
  title,
  children,
  action,
}: {
  title: string;
  children: ComponentChildren;
  action: { to: string; label: string };
}): JSX.Element => {
  const { link } = usePresentation();
  return (
    <QuietLayout>
      <div class="sheet center">
        <h1>{title}</h1>
        <p class="muted">{children}</p>
        <a class="btn primary wide tall" href={link(action.to)}>
          {action.label}
        </a>
      </div>
    </QuietLayout>
  );
};
