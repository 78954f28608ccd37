import type { Settings } from '../../platform/config/settings';
import { addresses } from './addresses';
import { apis } from './apis';
import { codeFlow, preparation } from './code-flow';
import { developerLimits } from './developer-limits';
import { endings } from './endings';
import { errors } from './errors';
import { type DeveloperFacts, factsOf, namesOf } from './facts';
import { lifetimes } from './lifetimes';
import { code, escaped, list } from './markdown';
import { otherFlows } from './other-flows';
import { profiledFlow } from './profiled-flow';
import { registration } from './registration';

/** The page that a team hands to the developers of applications, in Markdown. */
export function developerDocs(settings: Settings): string {
  const facts = factsOf(settings);
  const signIn = facts.rules.profile === null ? [preparation(facts), codeFlow(facts)] : [profiledFlow(facts)];
  const sections = [
    introduction(facts),
    registration(facts),
    ...signIn,
    ...otherFlows(facts),
    endings(facts),
    apis(facts),
    addresses(facts),
    lifetimes(facts),
    errors(facts),
    developerLimits(facts),
    whatToTest(facts),
  ];
  return `${sections.join('\n\n')}\n`;
}

const introduction = ({
  provider,
  settings: { resources },
}: DeveloperFacts) => `# Build an application with ${escaped(provider)}

For developers whose application calls ${escaped(namesOf(resources))} for its users. Access uses OAuth 2.0; your language and your library are your own choice. At the end you have a registered application and a token, and know what to do about each error.`;

function whatToTest({ settings, rules }: DeveloperFacts): string {
  return `## What to test

Before you go live, see your application do the right thing when

${list([
  'the user declines (`error=access_denied`), and when the user leaves out a scope',
  '`state` or `iss` of the answer is not what you expect: it must refuse the answer',
  'two processes refresh for one user at the same moment: one of them must wait',
  `the user ends the access at ${code(`${settings.issuer}/account/apps`)}: the refresh answers \`invalid_grant\`, and only a new sign-in gives access again`,
  'the API answers 403 `insufficient_scope`, and when an answer is 429 or 503 with `Retry-After`',
  ...(rules.profile === null
    ? ['the secret was replaced in the console (`invalid_client`)']
    : ['the key was replaced: register the new one beside the old one first']),
])}`;
}
