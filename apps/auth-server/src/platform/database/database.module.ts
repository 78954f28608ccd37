import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { TypeOrmModule, getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { SETTINGS, type Settings } from '../config/settings';
import { Changes } from './changes';
import { type Database, openDatabase } from './open-database';
import type { TableWait } from './postgres/hold-tables';
import { Signals } from './signals';
import { Units } from './units';

/** TypeORM opens and migrates the database, units read and write; no other folder sees the engine. */
@Global()
@Module({})
export class DatabaseModule {
  /** @param onWait called each time that a table to migrate is in use. */
  static with(entities: Type[], onWait?: (wait: TableWait) => void): DynamicModule {
    const typeOrm = TypeOrmModule.forRootAsync({
      inject: [SETTINGS],
      // Nest wants options of TypeORM's own; only `extra` is read, by the factory below.
      useFactory: ({ database }: Settings) => ({ type: 'postgres', retryAttempts: 0, extra: database }),
      dataSourceFactory: (options): Promise<DataSource> =>
        openDatabase((options as { extra: Settings['database'] }).extra, entities, onWait),
    });
    return {
      module: DatabaseModule,
      imports: [typeOrm],
      providers: [
        { provide: Units, inject: [getDataSourceToken()], useFactory: ({ units }: Database) => units },
        { provide: Changes, inject: [getDataSourceToken()], useFactory: ({ changes }: Database) => changes },
        { provide: Signals, inject: [getDataSourceToken()], useFactory: ({ signals }: Database) => signals },
      ],
      exports: [Changes, Signals, Units, TypeOrmModule],
    };
  }
}
