export { ConsentryStrategy } from './consentry.strategy.ts';
