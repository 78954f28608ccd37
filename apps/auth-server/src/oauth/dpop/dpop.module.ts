import { Module } from '@nestjs/common';
import { KeysModule } from '../../keys/keys.module';
import { ReplaysModule } from '../../used-jtis/used-jtis.module';
import { DpopProofs } from './dpop-proofs';

@Module({
  imports: [KeysModule, ReplaysModule],
  providers: [DpopProofs],
  exports: [DpopProofs],
})
export class DpopModule {}
