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

  /**
   * @param name of what the tokens are for, where an application has several clients: the rows of each are its own.
   * @throws TypeError for an empty name.
   */
  constructor(
    dataSource: DataSource,
    private readonly name?: string,
  ) {
    if (name === '') throw new TypeError('the name of a TypeOrmTokenStore must not be empty');
    this.rows = dataSource.getRepository(StoredTokens);
  }

  async find(person: string): Promise<StoredEntry | undefined> {
    return (await this.rows.findOneBy({ person: this.keyOf(person) })) ?? undefined;
  }

  async swap(person: string, version: string | undefined, next: StoredEntry | undefined): Promise<boolean> {
    const key = this.keyOf(person);
    if (version === undefined)
      return next === undefined ? (await this.find(person)) === undefined : this.insert(key, next);
    const { affected } =
      next === undefined
        ? await this.rows.delete({ person: key, version })
        : await this.rows.update({ person: key, version }, { version: next.version, data: next.data });
    return affected === 1;
  }

  /** The first space ends the name, which has none itself: no two stores or persons share a key. */
  private keyOf(person: string): string {
    if (this.name !== undefined) return `${encodeURIComponent(this.name)} ${person}`;
    return person.includes(' ') ? ` ${person}` : person;
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
