export { BearerStrategy } from './bearer.strategy.ts';
