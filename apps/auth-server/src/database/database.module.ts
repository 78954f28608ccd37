import { Global, Module } from '@nestjs/common';
import { TypeOrmModule, getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { SETTINGS, type Settings } from '../config/settings';
import { Changes } from './changes';
import { type Database, openDatabase } from './open-database';
import { Units } from './units';

/** The database: TypeORM for the console's work, units for atomic writes. Nothing of the engine leaks further. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [SETTINGS],
      // What it says here is not looked at: the data source below is ready made.
      useFactory: ({ database }: Settings) => ({ type: 'postgres', retryAttempts: 0, extra: database }),
      dataSourceFactory: (options): Promise<DataSource> =>
        openDatabase((options as { extra: Settings['database'] }).extra),
    }),
  ],
  providers: [
    { provide: Units, inject: [getDataSourceToken()], useFactory: ({ units }: Database) => units },
    { provide: Changes, inject: [getDataSourceToken()], useFactory: ({ changes }: Database) => changes },
  ],
  exports: [Changes, Units, TypeOrmModule],
})
export class DatabaseModule {}
