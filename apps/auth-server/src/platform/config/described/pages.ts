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
      what: 'The picture beside the name and in the tab of the browser.',
      default: words('the logo of Consentry'),
      values: words('the path of a PNG, JPEG, WebP or SVG file, at most 64 KB'),
      example: '/etc/consentry/logo.svg',
      since: '0.1',
      more: RESTYLING,
    },
    BRAND_CSS_FILE: {
      what: 'A style sheet that sets the colours, fonts and corners of the pages by their tokens, and nothing else. The start fails if its colours have too little contrast to be read.',
      default: words('the colours of Consentry'),
      values: words('the path of a style sheet, at most 64 KB'),
      example: '/etc/consentry/brand.css',
      since: '0.1',
      more: RESTYLING,
    },
  },
} as const satisfies Section;
