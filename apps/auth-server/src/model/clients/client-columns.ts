import { Column, type ColumnOptions } from 'typeorm';
import { ScopeColumn } from '../../platform/database/columns';
import type { SqlValue } from '../../platform/database/sql';
import { type ClientField, FIELDS } from '../../protocol/client/field-mapping';
import { CLIENT_FIELDS, type ClientFields, type FieldRow } from '../../protocol/client/fields';
import { namedMembers } from '../../protocol/client/keys';
import { parseScope } from '../../protocol/request/scope';
import { Exported, type Held, Holds } from '../../platform/database/table-facts';

type FieldValue = ClientFields[keyof ClientFields];

/** NOT NULL since the first migration. A column that is added later needs a DEFAULT. */
const WITHOUT_SQL_DEFAULT = ['name', 'enabled', 'require_client_authentication', 'loopback_any_port'];

const TYPES = { flag: 'boolean', number: 'integer' } as const;

/** Embedded in the entity. */
export class FieldColumns {}

for (const field of FIELDS)
  for (const decorate of [columnOf(field), Holds(...heldBy(field)), Exported()])
    decorate(FieldColumns.prototype, field.name);

function columnOf({ kind, column: name, default: value, length }: ClientField): PropertyDecorator {
  if (kind === 'list') return ScopeColumn(name, { nullable: true });
  const options: ColumnOptions = {
    type: kind === 'flag' || kind === 'number' ? TYPES[kind] : length === undefined ? 'text' : 'varchar',
    ...(length !== undefined && { length }),
    ...(value === null ? { nullable: true } : !WITHOUT_SQL_DEFAULT.includes(name) && { default: value }),
  };
  return Column({ name, ...options });
}

/** Columns with a length, and lists without a bound of their own, hold values that the server knows. */
function heldBy({ kind, name, length, longest = 2_048 }: ClientField): [Held, string?] {
  const { most }: FieldRow = CLIENT_FIELDS[name];
  const bound = longest.toLocaleString('en');
  if (kind === 'jwks') return ['sent', '16,384, 10 public keys, the named members alone'];
  if (length !== undefined || (kind === 'list' && most === undefined)) return ['name'];
  return ['sent', most === undefined ? bound : `${most} of ${bound}`];
}

export function toColumn({ kind }: ClientField, value: FieldValue): SqlValue {
  if (kind === 'jwks' && typeof value === 'string') return namedMembers(value);
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' && value !== null ? value.join(' ') : value;
}

export function fromColumn({ kind }: ClientField, value: string | number | boolean | null): FieldValue {
  if (kind === 'flag') return Boolean(value);
  return kind === 'list' && value !== null ? parseScope(String(value)) : value;
}
