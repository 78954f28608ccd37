import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { setTitle } from '../frame';

/** The heading of a page, which has the focus when a person arrives. */
export const PageHead = ({
  title,
  text,
  tile,
  children,
}: {
  title: string;
  text?: ComponentChildren;
  tile?: ComponentChildren;
  /** Buttons. */
  children?: ComponentChildren;
}): JSX.Element => {
  useEffect(() => setTitle(title), [title]);
  const heading = (
    <div>
      <h1 tabIndex={-1}>
        <bdi>{title}</bdi>
      </h1>
      {text && <p>{text}</p>}
    </div>
  );
  return (
    <div class="head">
      <div>
        {tile ? (
          <div class="title">
            {tile}
            {heading}
          </div>
        ) : (
          heading
        )}
      </div>
      {children && <div class="bar">{children}</div>}
    </div>
  );
};
