import { Callout } from '@consentry/ui/callout';
import type { ComponentChildren, JSX } from 'preact';
import type { Account } from './account-views';

/** What every part of an account's page is given. */
export interface OfAccount {
  account: Account;
  title: string;
  /** Shows the account as it is now, and in the part what was done. */
  change: (account: Account, done: Done) => void;
  done: Done | null;
}

export interface Done {
  part: 'roles' | 'reset' | 'end';
  text: ComponentChildren;
}

export const DoneIn = ({ part, done }: Pick<OfAccount, 'done'> & Pick<Done, 'part'>): JSX.Element | null =>
  done?.part === part ? (
    <div class="pad">
      <Callout kind="ok" title={done.text} />
    </div>
  ) : null;
