import type { ComponentChildren, JSX } from 'preact';
import type { Presentation } from './presentation';
import { QuietLayout } from './quiet-layout';

/** Tells one thing, and where to go on. */
export const NoticePage = ({
  presentation,
  title,
  children,
  action,
}: {
  presentation: Presentation;
  title: string;
  children: ComponentChildren;
  action: { to: string; label: string };
}): JSX.Element => (
  <QuietLayout presentation={presentation}>
    <div class="sheet center">
      <h1>{title}</h1>
      <p class="muted">{children}</p>
      <a class="btn primary wide tall" href={presentation.link(action.to)}>
        {action.label}
      </a>
    </div>
  </QuietLayout>
);
