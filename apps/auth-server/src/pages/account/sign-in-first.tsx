import type { JSX } from 'preact';
import { NoticePage } from '../rendering/notice-page';
import { usePresentation } from '../rendering/use-presentation';
import { type Door, doorName, doorPath } from '../sign-in/doors';
import { signInPath } from '../sign-in/sign-in-page';

/** An account that is kept elsewhere has no password here that proves it: a new sign-in does. */
export const SignInFirstPage = ({
  door,
  returnTo,
  isUntold,
}: {
  door: Door;
  returnTo: string;
  /** Whether its provider does not tell when people sign in: nothing is proven by a new one. */
  isUntold: boolean;
}): JSX.Element => {
  const { t } = usePresentation();
  const { signInFirst, untold } = t.profile;
  const name = <bdi>{doorName(door)}</bdi>;
  const again = { to: signInPath(returnTo, doorPath(door), { prompt: 'login' }), label: signInFirst.again };
  return isUntold ? (
    <NoticePage title={untold.title} action={{ to: '/account', label: untold.back }}>
      {untold.text(name)}
    </NoticePage>
  ) : (
    <NoticePage title={signInFirst.title} action={again}>
      {signInFirst.text(name)}
    </NoticePage>
  );
};
