import type { Description, Section, Values, WholeNumber } from './description';

/** What the page and the command print of a setting. Texts may contain `code`. */
export interface Spelled {
  name: string;
  /** The title of its section. */
  subject: string;
  what: string;
  default: string;
  values: string;
  /** A line of an environment file. */
  example: string;
  since: string;
  /** The variable that names a file instead. */
  file: string | null;
  pages: NonNullable<Description['more']>;
}

export const spellSection = ({ title, settings }: Section): Spelled[] =>
  Object.entries(settings).map(([name, description]) => ({
    name,
    subject: title,
    what: description.what,
    default: spellDefault(description),
    values: spellValues(description.values),
    example: `${name}=${shellQuoted(description.example)}`,
    since: description.since,
    file: description.secret ? `${name}_FILE` : null,
    pages: description.more ?? [],
  }));

function spellDefault({ default: fallback, values }: Description): string {
  if (typeof fallback === 'object') return fallback.words;
  if (typeof fallback === 'string') return `\`${fallback}\``;
  const isTime = isNumber(values) && values.unit === 'seconds';
  return `\`${fallback}\`${isTime ? inLargerUnit(fallback) : ''}`;
}

function spellValues(values: Values): string {
  if ('words' in values) return values.words;
  if (!isNumber(values)) return values.map((value) => `\`${value}\``).join(', ');
  const unit = values.unit === undefined ? '' : ` ${values.unit}`;
  const rest = `${values.orZero ? ', or `0`' : ''}${values.but === undefined ? '' : `; ${values.but}`}`;
  return `${values.from.toLocaleString('en')} to ${values.to.toLocaleString('en')}${unit}${rest}`;
}

export const isNumber = (values: Values): values is WholeNumber => 'from' in values;

const UNITS = { day: 86_400, hour: 3_600, minute: 60 };

/** @returns ` (12 hours)`, or nothing for a time that no unit divides. */
function inLargerUnit(time: number): string {
  const [unit, length] = Object.entries(UNITS).find(([, each]) => time >= each && time % each === 0) ?? [];
  if (unit === undefined || length === undefined) return '';
  const count = time / length;
  return ` (${count} ${unit}${count === 1 ? '' : 's'})`;
}

/** As a shell and systemd read it. */
const shellQuoted = (value: string) => (/^[\w./:@,?=%-]*$/.test(value) ? value : `'${value}'`);
