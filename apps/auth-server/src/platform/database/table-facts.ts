import { getMetadataArgsStorage } from 'typeorm';

/** What a text column holds: a secret or a name that the server generated, or text that a client or person sent. */
export type Held = 'secret' | 'sent' | 'name';

/** What a class with `@Entity()` says of its table, for docs/security/stored-data.md. */
export interface TableFacts {
  /** Which job or person removes rows of the table, and which limit bounds their number. */
  removed: string;
  /** What a restore does with the rows of a backup, where nothing `@Ends()`. */
  restored?: 'ended' | 'stays ended';
  /** A word on all of the table's secrets. */
  secrets?: string;
  /** A word on all that others send. */
  sent?: string;
}

interface Facts {
  exported?: string | true;
  ends?: string;
}

interface ColumnFacts extends Facts {
  held?: readonly [Held, string];
  isTime?: true;
}

export interface TableColumn extends ColumnFacts {
  property: string;
  name: string;
  type: string;
  primary: boolean;
}

const TABLES = new Map<unknown, Facts & { table?: TableFacts }>();
const COLUMNS = new Map<unknown, Map<string | symbol, ColumnFacts>>();

const noteTable = (entity: unknown, facts: Facts & { table?: TableFacts }) =>
  void TABLES.set(entity, { ...TABLES.get(entity), ...facts });

function noteColumn({ constructor }: object, property: string | symbol, facts: ColumnFacts): void {
  const columns = COLUMNS.get(constructor) ?? new Map<string | symbol, ColumnFacts>();
  COLUMNS.set(constructor, columns.set(property, { ...columns.get(property), ...facts }));
}

/** Says of a table what no column says. */
export const Stored =
  (table: TableFacts): ClassDecorator =>
  (entity) =>
    noteTable(entity, { table });

/** Says what a column of text holds: how a secret is kept, the bound of what others send, whose name it is. */
export const Holds =
  (held: Held, text = ''): PropertyDecorator =>
  (target, property) =>
    noteColumn(target, property, { held: [held, text] });

/** Marks a column as a time, in milliseconds since 1970. */
export const IsTime: PropertyDecorator = (target, property) => noteColumn(target, property, { isTime: true });

/**
 * Ends rows where a restore or a new master key ends everything: of a column, by setting this time, unless it is set; of
 * a class, by deleting them.
 *
 * @param counted as the command names them.
 */
export const Ends =
  (counted: string): ClassDecorator & PropertyDecorator =>
  (target: object, property?: string | symbol) =>
    property === undefined ? noteTable(target, { ends: counted }) : noteColumn(target, property, { ends: counted });

/**
 * Puts a column into the account's export.
 *
 * @param name where it is not the column's; of a class with an `account_id`, that of the list of its rows.
 */
export const Exported =
  (name?: string): ClassDecorator & PropertyDecorator =>
  (target: object, property?: string | symbol) =>
    property === undefined
      ? noteTable(target, { exported: name ?? true })
      : noteColumn(target, property, { exported: name ?? true });

export const tableName = (entity: unknown): string =>
  getMetadataArgsStorage().tables.find(({ target }) => target === entity)!.name!;

/** @returns the columns of an entity, those of embedded classes last. */
export function columnsOf(entity: unknown): TableColumn[] {
  const { columns, embeddeds } = getMetadataArgsStorage();
  const own = columns
    .filter(({ target }) => target === entity)
    .map(({ propertyName, options }) => ({
      ...COLUMNS.get(entity)?.get(propertyName),
      property: propertyName,
      name: options.name ?? propertyName,
      type: String(options.type),
      primary: options.primary ?? false,
    }));
  const embedded = embeddeds.filter(({ target }) => target === entity);
  return [...own, ...embedded.flatMap(({ type }) => columnsOf((type as () => unknown)()))];
}

export interface Ending {
  counted: string;
  table: string;
  /** Set to the time of the end; `null`: rows are deleted. */
  column: string | null;
}

/** What ends when everything ends, by the entities. */
export const endingsOf = (entities: readonly unknown[]): Ending[] =>
  entities.flatMap((entity) => {
    const own = { ends: TABLES.get(entity)?.ends, name: null };
    const table = tableName(entity);
    return [own, ...columnsOf(entity)].flatMap(({ ends, name: column }) =>
      ends === undefined ? [] : [{ counted: ends, table, column }],
    );
  });

/** @returns the columns that the account's export has, by their names there. */
export const exportedColumns = (entity: unknown): Map<string, TableColumn> =>
  new Map(
    columnsOf(entity).flatMap((column): [string, TableColumn][] =>
      column.exported === undefined ? [] : [[column.exported === true ? column.name : column.exported, column]],
    ),
  );

/** The lists of the account's export that are the rows of one table: name and entity. */
export const exportedLists = (): [string, unknown][] =>
  [...TABLES].flatMap(([entity, { exported }]): [string, unknown][] =>
    typeof exported === 'string' ? [[exported, entity]] : [],
  );

const TEXT_TYPES = ['text', 'varchar'];
const RESTORED = { ended: 'ended', 'stays ended': 'given back, but what has ended since' };

/**
 * @returns a row of docs/security/stored-data.md: the table, its secrets, what others send, ids and names, who removes
 *   rows, what a restore does.
 * @throws Error naming a table or a column of text that does not say what it is for.
 */
export function describeTable(entity: unknown): string[] {
  const name = tableName(entity);
  const { table, ends } = TABLES.get(entity) ?? {};
  if (table === undefined) throw new Error(`the table ${name} does not say who removes its rows: @Stored()`);
  const columns = columnsOf(entity);
  const silent = columns.find(({ type, held }) => type === 'text' && held === undefined);
  if (silent !== undefined) throw new Error(`the column ${silent.name} of ${name} does not say what it @Holds()`);
  const isEnded = ends !== undefined || columns.some((column) => column.ends !== undefined);
  const restored = isEnded ? 'ended' : table.restored === undefined ? 'given back' : RESTORED[table.restored];
  return [
    `\`${name}\``,
    describeColumns(columns, 'secret', table.secrets),
    describeColumns(columns, 'sent', table.sent),
    describeColumns(columns, 'name'),
    table.removed,
    restored,
  ];
}

/** Columns of which the same is said stand together; a short one that says nothing holds a name. */
function describeColumns(columns: readonly TableColumn[], wanted: Held, remark?: string): string {
  const texts = new Map<string, string[]>();
  for (const { type, name, held: [held, text] = ['name', ''] } of columns)
    if (held === wanted && TEXT_TYPES.includes(type)) texts.set(text, [...(texts.get(text) ?? []), `\`${name}\``]);
  const spelled = [...texts].map(([text, names]) => names.join(', ') + (text && `: ${text}`));
  return [...spelled, ...(remark === undefined ? [] : [remark])].join('; ') || 'none';
}
