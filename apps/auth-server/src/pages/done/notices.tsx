import type { ComponentChildren } from 'preact';
import type { Messages } from '../messages/messages';
import type { Done } from '../rendering/done';
import { START } from '../rendering/start';

interface Notice {
  title: string;
  text: ComponentChildren;
  /** Where to go on. */
  action: { to: string; label: string };
}

export function noticeOf(done: Done, { password, device, profile, mailed, signIn, layout }: Messages): Notice {
  const toSignIn = { to: '/sign-in', label: signIn.submit };
  const toApps = { to: START, label: layout.sections.apps };
  switch (done.done) {
    case 'resetAsked':
      return { title: password.asked, text: password.askedText, action: { to: '/sign-in', label: password.back } };
    case 'passwordSet':
      return { title: password.done, text: password.doneText, action: toSignIn };
    case 'deviceAllowed':
      return { title: device.allowedTitle, text: device.allowed, action: toApps };
    case 'deviceRefused':
      return { title: device.refusedTitle, text: device.refused, action: toApps };
    case 'accountClosed':
      return { title: profile.closed, text: profile.closedText, action: toSignIn };
    case 'emailProven':
      return {
        title: mailed.done,
        text: mailed.doneText(<bdi>{done.email}</bdi>),
        action: done.isSignedIn ? { to: START, label: mailed.goOn } : toSignIn,
      };
  }
}
