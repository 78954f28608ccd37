import type { JSX } from 'preact';
import { timeOf } from '../messages/messages';

export const Time = ({ at }: { at: string }): JSX.Element => <time dateTime={at}>{timeOf(at)}</time>;
