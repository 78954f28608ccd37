import { PAGE, isHttpUrl } from '../outside/outside-facts';
import { type Prober, type Reply, isAnswer } from '../prober';

/** The bridge leads to itself and to the login page, which may lead on, as to its language. */
const MOST_PAGES = 6;

/** Opens a page as a browser without cookies and scripts, and what it leads on to by itself, but for the server's own. */
export async function walk(from: string, issuer: string, prober: Prober): Promise<Reply[]> {
  const way: Reply[] = [];
  let next: string | null = from;
  while (next !== null && !next.startsWith(`${issuer}/`) && way.length < MOST_PAGES) {
    const reply: Reply = await prober.ask(next, { headers: PAGE });
    way.push(reply);
    next = nextOf(reply);
  }
  return way;
}

/** Where a browser goes by itself, by a redirect or a page; `null`: it stays. */
export function nextOf(reply: Reply): string | null {
  if (!isAnswer(reply)) return null;
  const { status, headers, body, url } = reply;
  const target = status >= 300 && status < 400 ? headers.location : refreshOf(body);
  if (target === undefined || !URL.canParse(target, url)) return null;
  const { href } = new URL(target, url);
  return isHttpUrl(href) ? href : null;
}

/** Of a page that leads on within seconds; pages that lead on later end an idle session. */
function refreshOf(html: string): string | undefined {
  const tags = html.match(/<meta\s[^>]{0,8000}>/gi) ?? [];
  const tag = tags.find((each) => /\bhttp-equiv=["']?refresh\b/i.test(each)) ?? '';
  const [, , content = ''] = /\bcontent=(["'])(.*?)\1/is.exec(tag) ?? [];
  const [, target] = /^\s*\d\s*[;,]\s*url\s*=(.+)$/is.exec(content) ?? [];
  return target
    ?.trim()
    .replace(/&(amp|lt|gt|quot|#39|#x27);/gi, (_, name: string) => CHARACTERS[name.toLowerCase()] ?? '');
}

const CHARACTERS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };
