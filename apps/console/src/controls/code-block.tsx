import type { JSX } from 'preact';
import { Copyable } from './copyable';

interface CodeBlockProps {
  title: string;
  /** What is copied: "the program". */
  of: string;
  text: string;
}

/** Lines of code under their title, with a button that copies them. */
export const CodeBlock = ({ title, of, text }: CodeBlockProps): JSX.Element => (
  <figure class="lines">
    <figcaption>{title}</figcaption>
    <Copyable text={text} of={of} isBlock />
  </figure>
);
