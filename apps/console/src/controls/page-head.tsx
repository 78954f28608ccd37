import { type ComponentChildren, type JSX, createRef } from 'preact';
import { useEffect } from 'preact/hooks';
import { setTitle } from '../frame';
import { hasArrived, usePlace } from '../navigation';

/** Of the page that is shown. */
const shown = createRef<HTMLHeadingElement>();

export const focusHeading = (): void => shown.current?.focus();

/** The heading of a page, which has the focus when a person arrives, as after a load of a page. */
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
  const place = usePlace();
  useEffect(() => setTitle(title), [title]);
  useEffect(() => {
    if (hasArrived()) focusHeading();
  }, [place]);
  const heading = (
    <div>
      <h1 tabIndex={-1} ref={shown}>
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
