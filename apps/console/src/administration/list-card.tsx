import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { FailureCallout } from '../controls/callout';
import { TableHead } from '../controls/table-head';
import { useAction } from '../controls/use-action';
import { t } from './messages/messages';
import type { LoadPage, Pages } from './use-pages';

interface Props<Item> {
  /** Of its heading. */
  id: string;
  title: ComponentChildren;
  /** Beside the heading. */
  tools?: ComponentChildren;
  pages: Pages<Item>;
  change: (pages: Pages<Item>) => void;
  load: LoadPage<Item>;
  columns: readonly ComponentChildren[];
  row: (item: Item) => JSX.Element;
  /** Instead of a list without items. */
  empty: ComponentChildren;
}

/** A list that comes page by page. */
export function ListCard<Item>({ id, title, tools, columns, row, empty, ...list }: Props<Item>): JSX.Element {
  const { items } = list.pages;
  return (
    <section class="card" aria-labelledby={id}>
      <header>
        <div>
          <h2 id={id}>{title}</h2>
        </div>
        {tools}
      </header>
      {items.length === 0 ? (
        <div class="empty">{empty}</div>
      ) : (
        <table class="table hover" role="table" aria-labelledby={id}>
          <TableHead columns={columns} />
          <tbody role="rowgroup">{items.map(row)}</tbody>
        </table>
      )}
      <More {...list} />
    </section>
  );
}

function More<Item>({ pages, change, load }: Pick<Props<Item>, 'pages' | 'change' | 'load'>) {
  const { items, next_cursor: next } = pages;
  const count = useRef<HTMLSpanElement>(null);
  const { run, isBusy, isDone, failure } = useAction(async () => {
    const more = await load({ cursor: next! });
    change({ ...more, items: [...items, ...more.items] });
  });
  useEffect(() => {
    // The button that had the focus is gone.
    if (isDone && next === null) count.current?.focus();
  }, [isDone, next]);
  if (items.length === 0) return null;
  return (
    <>
      {failure && (
        <div class="pad">
          <FailureCallout failure={failure} />
        </div>
      )}
      <footer>
        <span role="status" tabIndex={-1} ref={count}>
          {t.list.count(items.length, next !== null)}
        </span>
        {next !== null && (
          <button class="btn slim" type="button" aria-busy={isBusy} onClick={() => run()}>
            {t.list.more}
          </button>
        )}
      </footer>
    </>
  );
}
