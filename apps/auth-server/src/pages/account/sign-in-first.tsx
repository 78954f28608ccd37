import type { JSX } from 'preact';
import { NoticePage } from '../rendering/notice-page';
import { usePresentation } from '../rendering/use-presentation';
import { type Door, doorName, doorPath } from '../sign-in/doors';
import { signInPath } from '../sign-in/sign-in-page';

/** An account that is kept elsewhere has no password here that proves it: a new sign-in does. */
export const SignInFirstPage = ({
  door,
  returnTo,
}: {
  /** `null`: none tells when the person signed in. */
  door: Door | null;
  returnTo: string;
}): JSX.Element => {
  const { t } = usePresentation();
  const { signInFirst, untold } = t.profile;
  return door === null ? (
    <NoticePage title={untold.title} action={{ to: '/account', label: untold.back }}>
      {untold.text}
    </NoticePage>
  ) : (
    <NoticePage
      title={signInFirst.title}
      action={{ to: signInPath(returnTo, doorPath(door), { prompt: 'login' }), label: signInFirst.again }}
    >
      {signInFirst.text(<bdi>{doorName(door)}</bdi>)}
    </NoticePage>
  );
};
