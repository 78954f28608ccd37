import type { Settings } from '../../platform/config/settings';
import type { Reply } from '../../platform/http/answers/reply';
import { NoticePage } from '../rendering/notice-page';
import type { Pages } from '../rendering/pages';
import type { Visit } from '../rendering/visit';
import { type Door, doorName, doorPath, onlyDoor } from './doors';
import { signInPath } from './sign-in-page';

/** Why the person was not signed in. */
export type Failure = 'nobody' | 'refused' | 'otherBrowser' | 'away';

const STATUS: Record<Failure, number> = { nobody: 200, refused: 403, otherBrowser: 400, away: 200 };

/**
 * The page waits for a click: the sign-in would fail again by itself.
 *
 * @param door where the person tried to sign in; `null`: unknown.
 */
export function tellFailure(
  pages: Pages,
  settings: Settings,
  visit: Visit,
  { failure, returnTo, door }: { failure: Failure; returnTo: string; door: Door | null },
): Reply {
  const presentation = { ...pages.presentationFor(visit), path: signInPath(returnTo) };
  const { title, text, again } = presentation.t.signIn.failed[failure];
  const only = onlyDoor(settings);
  const more = failure === 'refused' ? { prompt: 'select_account' } : {};
  const to = signInPath(returnTo, only === null ? '/sign-in' : doorPath(only), more);
  return pages.reply(
    presentation,
    { title, status: STATUS[failure] },
    <NoticePage title={title} action={{ to, label: again }}>
      {typeof text === 'function' ? text(<bdi>{door === null ? '' : doorName(door)}</bdi>) : text}
    </NoticePage>,
  );
}
