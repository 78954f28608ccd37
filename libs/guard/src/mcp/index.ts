export { ProtectedResourceModule } from './protected-resource.module.ts';
export type { ProtectedResourceOptions } from './protected-resource.options.ts';
