import { Module } from '@nestjs/common';
import { KeysModule } from '../../model/keys/keys.module';
import { DiscoveryController } from './discovery.controller';

@Module({ imports: [KeysModule], controllers: [DiscoveryController] })
export class DiscoveryModule {}
