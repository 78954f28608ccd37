import { REVOCATION_FEEDS } from '../settings';
import { type Section, seconds, words } from './description';

export const SERVICES = {
  title: 'Services and scopes',
  settings: {
    RESOURCES_FILE: {
      what: 'A JSON file that lists your services and their scopes. The consent screen shows these texts. The server issues no access token for a service or scope that the file does not name.',
      default: words('one service, the example service at `BASE_URL`'),
      values: words('the path of a JSON file'),
      example: '/etc/consentry/resources.json',
      since: '0.1',
    },
    REVOCATION_FEED: {
      what: 'Which clients may read the list of revoked tokens: any caller with `open`, or with `resources` the clients that `RESOURCES_FILE` lists under `introspection_clients`, with their secret (HTTP Basic). With `resources`, give these credentials to the guard of every service.',
      default: 'open',
      values: REVOCATION_FEEDS,
      example: 'resources',
      since: '0.1',
      more: [['How tokens are taken back', 'revocation.md']],
    },
  },
} as const satisfies Section;

const CLAIMS_PAGE = [['Roles and tenants in tokens', 'claims.md']] as const;

export const CLAIMS = {
  title: 'Claims of your own',
  settings: {
    CLAIMS_FILE: {
      what: 'A JavaScript module that returns your claims, such as roles, for access tokens, ID tokens and userinfo. Its `default` or `claims` export is a function that has 500 milliseconds and 64 KB for an answer, which each process keeps for its `max_age`, 32 MB in all. It runs in a thread of each process, with the environment of the server. The start fails if the module is missing or does not load.',
      default: words('none'),
      values: words('the path of a module, from the working directory'),
      example: '/etc/consentry/claims.mjs',
      since: '0.1',
      more: CLAIMS_PAGE,
    },
    CLAIMS_URL: {
      what: 'The URL of your service that answers a POST with your claims, in 500 milliseconds and 64 KB. Use it instead of `CLAIMS_FILE`: the start fails if both are set. A private address is allowed, and `NODE_EXTRA_CA_CERTS` names a certificate authority of your own.',
      default: words('none'),
      values: words('a URL, which may have a query'),
      example: 'https://roles.example.com/claims',
      since: '0.1',
      more: CLAIMS_PAGE,
    },
    CLAIMS_STALE: {
      what: 'How long the server keeps using the last claims of an account while your module or URL gives no answer. Afterwards, and with `0` at once, requests for tokens get 503.',
      default: 3_600,
      values: seconds({ to: 604_800, orZero: true }),
      example: '60',
      since: '0.1',
      more: CLAIMS_PAGE,
    },
  },
} as const satisfies Section;
