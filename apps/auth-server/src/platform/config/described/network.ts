import { type Section, words } from './description';

const MOST_CONNECTIONS = 1_000_000;

export const ADDRESSES = {
  title: 'Addresses',
  settings: {
    AUTH_URL: {
      what: 'The URL of the auth server as callers see it. It is the issuer of every token, and its path is the prefix of all routes. If you change it, services and applications refuse the tokens issued before.',
      default: 'http://localhost:3000',
      values: words('a URL'),
      example: 'https://auth.example.com',
      since: '0.1',
      both: true,
      more: [['In production', 'production.md']],
    },
    BASE_URL: {
      what: 'The URL of the example service, and the audience of its access tokens. The auth server does not use it if `RESOURCES_FILE` is set.',
      default: 'http://localhost:3001',
      values: words('a URL other than `AUTH_URL`'),
      example: 'https://notes.example.com',
      since: '0.1',
      both: true,
    },
    HOST: {
      what: 'The address to listen on. With the default only this machine, such as a proxy on it, can connect.',
      default: '127.0.0.1',
      values: words('an IP address or a host name'),
      example: '0.0.0.0',
      since: '0.1',
      both: true,
    },
    PORT: {
      what: 'The port to listen on. Set it if a proxy serves the URL.',
      default: words('the port of `AUTH_URL`; for the example service, of `BASE_URL`'),
      values: { from: 1, to: 65_535 },
      example: '3000',
      since: '0.1',
      both: true,
    },
    TRUSTED_PROXIES: {
      what: 'The proxies whose `X-Forwarded-For` names the caller. Without it every user appears to come from the address of your proxy, and the limits apply to all of them together. If it is set, idle connections stay open for 620 seconds instead of 30.',
      default: words('none'),
      values: words('addresses and CIDR ranges, separated by commas; never a range of all addresses'),
      example: '127.0.0.1,10.0.0.0/8',
      since: '0.1',
      both: true,
      more: [
        ['Put the server behind nginx or Caddy', 'how-to/behind-a-proxy.md'],
        ['Limits', 'limits.md'],
      ],
    },
    CORS_ORIGINS: {
      what: 'The origins whose pages may call the server with credentials. The origin of `CONSENT_UI_URL` is included automatically.',
      default: words('none'),
      values: words('origins, separated by commas'),
      example: 'https://app.example.com',
      since: '0.1',
      more: [['A single-page app', 'how-to/single-page-app.md']],
    },
    INSECURE_HOSTS: {
      what: 'Host names in a private network that may use `http`, for development in containers. The start fails if one of them has a public address.',
      default: words('none'),
      values: words('host names, separated by commas or spaces'),
      example: 'auth,notes',
      since: '0.1',
      both: true,
      more: [['In containers', 'containers.md']],
    },
  },
} as const satisfies Section;

export const CONNECTIONS = {
  title: 'Connections',
  settings: {
    MAX_CONNECTIONS: {
      what: 'The connections that a process accepts at once. It accepts 16 more from this machine, so that health checks get through.',
      default: 4_096,
      values: { from: 1, to: MOST_CONNECTIONS },
      example: '20000',
      since: '0.1',
      more: [['Too many connections', 'errors/operators/too-many-connections.md']],
    },
    MAX_CONNECTIONS_PER_ADDRESS: {
      what: 'How many connections one address may hold at once; an IPv6 /64 counts as one address. Trusted proxies do not count. Loopback counts only if you set this.',
      default: 100,
      values: { from: 1, to: MOST_CONNECTIONS },
      example: '500',
      since: '0.1',
    },
  },
} as const satisfies Section;
