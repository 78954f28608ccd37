import { Icon } from '@consentry/ui/icon';
import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Group } from './field-table';
import { t } from './messages/messages';

/** Fields of one subject: folded while they are as usual, and never over one that is wrong. */
export const FieldGroup = ({
  group,
  isSet,
  isWrong,
  children,
}: {
  group: Group;
  isSet: boolean;
  isWrong: boolean;
  children: ComponentChildren;
}): JSX.Element => {
  const [isOpen, setOpen] = useState(isSet);
  return (
    <details
      class="card fold"
      open={isOpen || isWrong}
      onToggle={({ currentTarget: details }) => {
        if (isWrong) details.open = true;
        setOpen(details.open);
      }}
    >
      <summary>
        <Icon name="play" />
        <div>
          <h2>{t.groups[group].title}</h2>
          <p>{t.groups[group].text}</p>
        </div>
      </summary>
      <div class="pad stack">{children}</div>
    </details>
  );
};
