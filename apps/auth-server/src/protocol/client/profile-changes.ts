import { FIELDS } from './field-mapping';
import type { ClientFields } from './fields';
import type { ClientProblem, RegisteredFields } from './problems';
import { profileProblems } from './profile-problems';
import { type ProfileContext, imposed, imposedFields, profileOf } from './security-profile';

type Sent = Partial<RegisteredFields>;

/** @param all the client as it would be, by defaults and what was sent. */
export const registrationProblems = (sent: Sent, all: RegisteredFields, server: ProfileContext): ClientProblem[] => [
  ...undoingProblems(sent, all, server),
  ...profileProblems(all, server),
];

/**
 * Without the switch to a profile a client may keep its problems, so that one that does not meet the server's profile can
 * still be disabled, or changed step by step: it may neither gain one nor send one again.
 */
export function changeProblems(
  sent: Sent,
  before: RegisteredFields,
  all: RegisteredFields,
  server: ProfileContext,
): ClientProblem[] {
  if (isSwitch(sent)) return registrationProblems({ grantTypes: all.grantTypes, ...sent }, all, server);
  const had = profileProblems(before, server).map(({ field, detail }) => `${field} ${detail}`);
  const isRefused = ({ field, detail }: ClientProblem) => wasSent(field, sent) || !had.includes(`${field} ${detail}`);
  return [...undoingProblems(sent, all, server), ...profileProblems(all, server).filter(isRefused)];
}

function wasSent(field: string, sent: Sent): boolean {
  if (field.startsWith('redirect_uris')) return sent.redirectUris !== undefined;
  return FIELDS.some(({ api, name }) => api === field && sent[name] !== undefined);
}

const isSwitch = ({ securityProfile }: Sent) => securityProfile !== undefined && securityProfile !== null;

/** What the switch to a profile changes beside what was sent. */
export const switchedFields = (sent: Sent, all: ClientFields, server: ProfileContext): Partial<ClientFields> =>
  isSwitch(sent) ? imposed(all, profileOf(all, server), server) : {};

/** What was sent against the profile in force: nothing is silently replaced. */
function undoingProblems(sent: Sent, all: Pick<ClientFields, 'securityProfile'>, server: ProfileContext) {
  const rules = profileOf(all, server);
  if (rules.profile === null) return [];
  const must: Partial<ClientFields> = imposedFields(rules);
  const problems: ClientProblem[] = [];
  for (const { name, api, column } of FIELDS) {
    const [value, imposes] = [sent[name], must[name]];
    if (imposes !== undefined && value !== undefined && value !== null && value !== imposes)
      problems.push({ field: api ?? column, detail: `must be ${String(imposes)}: ${rules.profile}` });
  }
  const refused = sent.grantTypes?.find((name) => !rules.grantTypes.includes(name));
  if (refused !== undefined)
    problems.push({ field: 'grant_types', detail: `must not include ${refused}: ${rules.profile}` });
  return problems;
}
