import { Module } from '@nestjs/common';
import { KeysModule } from '../../keys/keys.module';
import { UsedJtisModule } from '../../used-jtis/used-jtis.module';
import { DpopProofs } from './dpop-proofs';

@Module({
  imports: [KeysModule, UsedJtisModule],
  providers: [DpopProofs],
  exports: [DpopProofs],
})
export class DpopModule {}
