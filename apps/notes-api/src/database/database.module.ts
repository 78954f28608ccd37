import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SETTINGS, type Settings } from '../config/settings';
import { databaseOptions } from './database-options';
import { openDatabase } from './open-database';

@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [SETTINGS],
      // Retries do not help a local file.
      useFactory: ({ dataDir }: Settings) => ({ ...databaseOptions(dataDir), retryAttempts: 0 }),
      dataSourceFactory: openDatabase,
    }),
  ],
})
export class DatabaseModule {}
