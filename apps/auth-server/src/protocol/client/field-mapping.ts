import { CLIENT_FIELDS, type ClientFields, type FieldName, type FieldRow, type Members, type NameOn } from './fields';

/** Values in a list whose row names no bound. */
const MOST = 100;

export interface ClientField extends Omit<FieldRow, 'api' | 'metadata'> {
  most: number;
  name: FieldName;
  column: string;
  api: NameOn<'api'> | undefined;
  metadata: NameOn<'metadata'> | undefined;
}

export const FIELDS: readonly ClientField[] = (Object.entries(CLIENT_FIELDS) as [FieldName, FieldRow][]).map(
  ([name, { api, metadata, ...row }]) => {
    const column = name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
    const nameOn = (wire: string | true | undefined) => (wire === true ? column : wire);
    return { most: MOST, ...row, name, column, api: nameOn(api), metadata: nameOn(metadata) } as ClientField;
  },
);

export function fieldsBy<Fields extends Partial<ClientFields>>(valueOf: (field: ClientField) => unknown): Fields {
  const entries = FIELDS.map((field) => [field.name, valueOf(field)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Fields;
}

export const DEFAULT_FIELDS = fieldsBy<ClientFields>((field) => field.default);

/** In the order of the table. */
export function membersOf<Wire extends 'api' | 'metadata'>(
  wire: Wire,
  fields: Readonly<Partial<ClientFields>>,
): Members<Wire> {
  const named = FIELDS.filter((field) => field[wire] !== undefined);
  return Object.fromEntries(named.map((field) => [field[wire], shown(field, fields[field.name])])) as Members<Wire>;
}

function shown({ kind, unset }: ClientField, value: ClientFields[FieldName] | undefined): unknown {
  if (value === null) return unset ?? null;
  return (kind === 'texts' || kind === 'jwks') && typeof value === 'string' ? JSON.parse(value) : value;
}
