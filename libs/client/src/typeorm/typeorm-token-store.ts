import { type DataSource, QueryFailedError, type Repository } from 'typeorm';

import type { StoredEntry, TokenStore } from '../tokens/token-store.ts';
import { StoredTokens } from './stored-tokens.entity.ts';

/**
 * Keeps entries in a table of the application's database; each change is one conditional statement.
 *
 * @example new TypeOrmTokenStore(dataSource) // with `entities: [StoredTokens]` and a migration
 */
export class TypeOrmTokenStore implements TokenStore {
  private readonly rows: Repository<StoredTokens>;

  constructor(dataSource: DataSource) {
    this.rows = dataSource.getRepository(StoredTokens);
  }

  async find(person: string): Promise<StoredEntry | undefined> {
    return (await this.rows.findOneBy({ person })) ?? undefined;
  }

  async swap(person: string, version: string | undefined, next: StoredEntry | undefined): Promise<boolean> {
    if (version === undefined)
      return next === undefined ? (await this.find(person)) === undefined : this.insert(person, next);
    const { affected } =
      next === undefined
        ? await this.rows.delete({ person, version })
        : await this.rows.update({ person, version }, { version: next.version, data: next.data });
    return affected === 1;
  }

  private async insert(person: string, { version, data }: StoredEntry): Promise<boolean> {
    try {
      await this.rows.insert({ person, version, data });
      return true;
    } catch (error) {
      // Another process inserted first. Each engine has its own error code for that, so look for the row.
      if (error instanceof QueryFailedError && (await this.rows.existsBy({ person }))) return false;
      throw error;
    }
  }
}
