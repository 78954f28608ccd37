export { stopRegistry as default } from './registry.ts';
