import type { JSX } from 'preact';
import { OAUTH_ERROR_CODES, type OAuthErrorCode } from '../../protocol/oauth-error';
import { Frame } from '../rendering/frame';
import { usePresentation } from '../rendering/use-presentation';
import type { Block } from './markdown';
import { Code, Prose } from './prose';

/** Causes and fixes of an error. The texts are those of the docs, in English. */
export const ErrorDocsPage = ({ code, blocks }: { code: OAuthErrorCode; blocks: readonly Block[] }): JSX.Element => {
  const { t, link } = usePresentation();
  const links = (
    <div>
      <a href={link('/docs')}>{t.layout.sections.reference}</a>
      {[...OAUTH_ERROR_CODES].sort().map((one) => (
        <a
          key={one}
          class="operation"
          href={link(`/docs/errors/${one}`)}
          aria-current={one === code ? 'page' : undefined}
        >
          {one}
        </a>
      ))}
    </div>
  );
  return (
    <Frame side={links} menu={links}>
      <div class="head">
        <h1 lang="en">{code}</h1>
      </div>
      <article class="card operation causes" lang="en">
        {blocks.map((block, place) => (
          <DrawnBlock key={place} block={block} />
        ))}
      </article>
    </Frame>
  );
};

const DrawnBlock = ({ block }: { block: Block }) => {
  switch (block.kind) {
    case 'table':
      return <Table {...block} />;
    case 'code':
      return (
        <div class="answer">
          <Code text={block.text} label={block.text.split('\n', 1)[0]!} />
        </div>
      );
    case 'heading':
      return (
        <header>
          <h2>{block.text}</h2>
        </header>
      );
    default:
      return (
        <p>
          <Prose text={block.text} />
        </p>
      );
  }
};

/** The roles stay where narrow screens show the table as cards. */
const Table = ({ head, rows }: Extract<Block, { kind: 'table' }>) => (
  <table class="table" role="table">
    <thead role="rowgroup">
      <tr role="row">
        {head.map((name) => (
          <th key={name} role="columnheader">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {rows.map((cells, row) => (
        <tr key={row} role="row">
          {cells.map((cell, column) => (
            <td key={column} role="cell">
              <Prose text={cell} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
