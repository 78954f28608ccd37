import {
  type AuthorizationDetailsType,
  DETAIL_FIELDS,
  type DetailFields,
} from '../../protocol/request/authorization-details';
import { isScopeToken } from '../../protocol/request/scope';
import { type Complain, isObject, readText } from './json-setting';
import { quoted } from './url-setting';

/** RFC 9396: `[{ "type", "description", "fields"?: { "<name>": "string" }, "required"?: ["<name>"] }]`. */
export function readDetailsTypes(value: unknown, complain: Complain): AuthorizationDetailsType[] {
  if (!Array.isArray(value) || !value.every(isObject)) {
    complain('needs authorization_details_types: a list of {"type", "description", "fields"?, "required"?}');
    return [];
  }
  return value.map((entry) => {
    const type = readText(entry, 'type', complain);
    if (type !== '' && !isScopeToken(type))
      complain(`has a type ${quoted(type)} with characters that a scope may not have`);
    const { fields = {}, required = [] } = entry;
    if (!areFields(fields))
      complain(`has fields of ${quoted(type)} that are not ${DETAIL_FIELDS.join(', ')} or fields of their own`);
    const known = areFields(fields) ? fields : {};
    if (!Array.isArray(required) || !required.every((name) => typeof name === 'string' && Object.hasOwn(known, name)))
      complain(`requires fields of ${quoted(type)} that it does not have`);
    const description = readText(entry, 'description', complain);
    return { type, description, fields: known, required: required as string[] };
  });
}

/** What every detail has, and what the consent screen adds. */
const TAKEN_FIELDS = ['type', 'locations', 'description'];

const areFields = (value: unknown, taken = TAKEN_FIELDS): value is DetailFields =>
  isObject(value) &&
  Object.entries(value).every(
    ([name, kind]) =>
      /^[\w.-]+$/.test(name) &&
      !taken.includes(name) &&
      (DETAIL_FIELDS.some((known) => known === kind) || areFields(kind, [])),
  );
