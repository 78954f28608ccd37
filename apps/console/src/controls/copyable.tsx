import { Icon } from '@consentry/ui/icon';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../messages/messages';

interface CopyableProps {
  text: string;
  /** What it is: "the client ID". */
  of: string;
  isBig?: boolean;
  /** Whether it has lines. */
  isBlock?: boolean;
  onCopied?: () => void;
}

/** A text with a button that copies it; where the browser does not let it, the text is selected. */
export const Copyable = ({ text, of, isBig = false, isBlock = false, onCopied }: CopyableProps): JSX.Element => {
  const [isCopied, setCopied] = useState(false);
  const copy = async (button: HTMLElement) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      getSelection()?.selectAllChildren(button.previousElementSibling!);
      return;
    }
    setCopied(true);
    onCopied?.();
  };
  const Tag = isBlock ? 'div' : 'span';
  return (
    <Tag class={`copyable${isBig ? ' big' : ''}${isBlock ? ' block' : ''}`}>
      {isBlock ? (
        <pre class="code" tabIndex={0} role="group" aria-label={of}>
          {text}
        </pre>
      ) : (
        <code>{text}</code>
      )}
      <button type="button" aria-label={t.copy.label(of)} onClick={(event) => void copy(event.currentTarget)}>
        <Icon name={isCopied ? 'check' : 'copy'} />
        {(isBig || isBlock) && (isCopied ? t.copy.copied : t.copy.copy)}
      </button>
      <span class="vh" role="status">
        {isCopied ? t.copy.copied : ''}
      </span>
    </Tag>
  );
};
