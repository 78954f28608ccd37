import { type Chore, expiry } from '../database/removal';

const DAY = 86_400_000;

/** Events that are older than the operator keeps them. */
export const forgetEvents = (days: number): Chore => expiry('events', { key: 'id', column: 'at', grace: days * DAY });
