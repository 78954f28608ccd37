import { Module } from '@nestjs/common';
import { KeysModule } from '../../keys/keys.module';
import { DiscoveryController } from './discovery.controller';

@Module({ imports: [KeysModule], controllers: [DiscoveryController] })
export class DiscoveryModule {}
