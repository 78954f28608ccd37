export { StoredTokens } from './stored-tokens.entity.ts';
export { TypeOrmTokenStore } from './typeorm-token-store.ts';
