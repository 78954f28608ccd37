import { Global, Module } from '@nestjs/common';
import { TypeOrmModule, getDataSourceToken } from '@nestjs/typeorm';
import type { DataSourceOptions } from 'typeorm';
import { SETTINGS, type Settings } from '../config/settings';
import { newDataSource, openDataSource } from './data-source';
import type { GatedDataSource } from './gated-data-source';
import { Units } from './units';

/** The database: TypeORM for the console's work, units for atomic writes. Nothing of the engine leaks further. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [SETTINGS],
      useFactory: ({ databaseFile }: Settings) => ({
        type: 'better-sqlite3' as const,
        database: databaseFile,
        retryAttempts: 0,
      }),
      dataSourceFactory: (options) => openDataSource(newDataSource(fileOf(options))),
    }),
  ],
  providers: [
    { provide: Units, inject: [getDataSourceToken()], useFactory: (dataSource: GatedDataSource) => dataSource.units },
  ],
  exports: [Units, TypeOrmModule],
})
export class DatabaseModule {}

function fileOf(options: DataSourceOptions | undefined): string {
  if (options?.type !== 'better-sqlite3') throw new Error('the database must be SQLite');
  return options.database;
}
