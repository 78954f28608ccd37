import { type Section, words } from './description';

const RESTYLING = [['Restyle our pages', 'pages.md']] as const;

export const PAGES = {
  title: 'Pages and brand',
  settings: {
    CONSENT_UI_URL: {
      what: 'The consent page to which `/oauth2/authorize` redirects browsers, with the query of the request: ours, or your own. With `off` the endpoint answers browsers with JSON too. Wrong requests go there as well, unless their error goes to the application; requests with `prompt=none` never do.',
      default: words('`AUTH_URL/consent`'),
      values: words('a URL, which may have a query, or `off`'),
      example: 'https://app.example.com/consent',
      since: '0.1',
      more: [['Your own consent page', 'consent-page.md']],
    },
    BRAND_NAME: {
      what: 'Your name, in the title and at the head of every page. Users decide by it whether they are at the right place.',
      default: 'Consentry',
      values: words('at most 60 characters'),
      example: 'Notes',
      since: '0.1',
      more: RESTYLING,
    },
    BRAND_LOGO_FILE: {
      what: 'The picture beside the name, and in the tab of the browser unless `BRAND_ICON_FILE` is set.',
      default: words('the logo of Consentry'),
      values: words('the path of a PNG, JPEG, WebP or SVG file, at most 64 KB'),
      example: '/etc/consentry/logo.svg',
      since: '0.1',
      more: RESTYLING,
    },
    BRAND_LOGO_DARK_FILE: {
      what: 'The logo on dark pages. It needs `BRAND_LOGO_FILE`, which light pages show.',
      default: words('the picture of `BRAND_LOGO_FILE`'),
      values: words('as for `BRAND_LOGO_FILE`'),
      example: '/etc/consentry/logo-dark.svg',
      since: '0.1',
      more: RESTYLING,
    },
    BRAND_LOGO_SHOWS_NAME: {
      what: 'Whether the logo itself shows your name. With `on` pages show the logo larger and without the name beside it; screen readers still say `BRAND_NAME`.',
      default: 'off',
      values: ['off', 'on'],
      example: 'on',
      since: '0.1',
      more: RESTYLING,
    },
    BRAND_ICON_FILE: {
      what: 'The picture in the tab of the browser.',
      default: words('the picture of `BRAND_LOGO_FILE`'),
      values: words('the path of a PNG or SVG file, at most 64 KB'),
      example: '/etc/consentry/icon.svg',
      since: '0.1',
      more: RESTYLING,
    },
    BRAND_COLOR: {
      what: 'Your colour. On light pages buttons have exactly this colour; the other colours of both themes are shades of it with enough contrast to be read. If buttons in this colour would have too little contrast on light pages, the start fails and names the nearest colour with enough.',
      default: words('the colours of Consentry'),
      values: words('a colour such as `#1d4ed8`'),
      example: '#1d4ed8',
      since: '0.1',
      more: RESTYLING,
    },
    BRAND_LINKS: {
      what: 'Links at the foot of every page and mail: to your imprint, privacy policy, terms, help. A JSON array of `{"label", "url", "texts"}` in the order shown. A label has at most 40 characters; a url may have a query and a fragment. `texts` is optional and has what differs in a language: `{"de": {"label", "url"}}`, either of them optional.',
      default: words('none'),
      values: words('a JSON array of at most 8 links'),
      example: '[{"label":"Privacy","url":"https://example.com/privacy","texts":{"de":{"label":"Datenschutz"}}}]',
      since: '0.1',
      more: RESTYLING,
    },
    DOCS_URL: {
      what: 'Where your own API is documented. Signed-in users find it in the menu, beside the reference of this server.',
      default: words('none: no entry in the menu'),
      values: words('a URL, https outside loopback'),
      example: 'https://developers.example.com',
      since: '0.1',
      more: RESTYLING,
    },
    BRAND_CSS_FILE: {
      what: 'A style sheet that sets the colours, fonts and corners of the pages by their tokens, and nothing else. What it sets wins over `BRAND_COLOR`. The start fails if its colours have too little contrast to be read.',
      default: words('the colours of `BRAND_COLOR`, or of Consentry'),
      values: words('the path of a style sheet, at most 64 KB'),
      example: '/etc/consentry/brand.css',
      since: '0.1',
      more: RESTYLING,
    },
  },
} as const satisfies Section;
