import { type Limit, LIMITS, type LimitName } from '../../platform/limits/limit-table';
import type { DeveloperFacts } from './facts';
import { escaped, spellSeconds, table } from './markdown';

interface Met {
  limit: LimitName;
  what: string;
  applies: boolean;
  /** The subject that it counts. */
  per?: string;
  most?: Limit['most'];
}

/** The limits that applications and their developers meet, as they are configured. */
export function developerLimits(facts: DeveloperFacts): string {
  const rows = limitsMet(facts)
    .filter(({ applies }) => applies)
    .map(({ limit, what, per = '', most = LIMITS[limit].most }) => [
      what,
      spellMost(most, per),
      spellSeconds(LIMITS[limit].window / 1000),
    ]);
  return `## How often you may call

Exchanges and refreshes with your application's credentials are not limited. These calls are:

${table(['what', 'at most', 'in'], rows)}

An address is an IPv4 address or an IPv6 /64, a network is a /24 or a /48. Beyond a limit the answer is 429 with \`Retry-After\` in seconds. Nothing was spent: wait, then send the same again. An API may have limits too; ask ${escaped(facts.provider)}.`;
}

function limitsMet({ settings, offersDevices, rules }: DeveloperFacts): Met[] {
  const mode = settings.dynamicRegistration;
  const client = 'an application';
  return [
    {
      limit: 'pushed_requests',
      what: 'pushed requests of public applications and of those that registered themselves',
      applies: rules.profile === null || mode !== 'off' || settings.metadataDocuments,
    },
    { limit: 'device_codes', what: 'device codes that such applications request', applies: offersDevices },
    { limit: 'sign_in_demands', what: 'authorization requests with `prompt=login`', applies: true },
    {
      limit: 'document_fetches',
      what: 'requests that name an unknown client ID metadata document',
      applies: settings.metadataDocuments,
    },
    {
      limit: 'registrations',
      what: 'registrations by programs',
      applies: mode === 'open',
      most: { network: settings.registrationLimit },
    },
    {
      limit: 'registration_changes',
      what: 'changes of such registrations',
      applies: mode !== 'off',
      per: client,
    },
    {
      limit: 'signature_failures',
      what: 'client assertions and request objects that no key of the application signed',
      applies: true,
      per: client,
    },
    { limit: 'application_deletions', what: 'applications that you delete', applies: true, per: 'a developer' },
  ];
}

function spellMost(most: Limit['most'], per: string): string {
  const words = {
    subject: `for ${per}`,
    'subject and address': `for ${per} from an address`,
    address: 'from an address',
    network: 'from a network',
  };
  const spelled = Object.entries(words).map(([by, how]) => {
    const count = most[by as keyof typeof words];
    return count === undefined ? [] : [`${count.toLocaleString('en')} ${how}`];
  });
  return spelled.flat().join(', ');
}
