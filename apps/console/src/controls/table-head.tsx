import type { ComponentChildren, JSX } from 'preact';

/** Roles, as the style sheet makes cards of narrow tables, which takes the roles away. */
export const TableHead = ({ columns }: { columns: readonly ComponentChildren[] }): JSX.Element => (
  <thead role="rowgroup">
    <tr role="row">
      {columns.map((column, at) => (
        <th key={at} scope="col" role="columnheader">
          {column}
        </th>
      ))}
    </tr>
  </thead>
);
