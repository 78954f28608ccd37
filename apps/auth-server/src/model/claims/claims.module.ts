import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { CLOCK, type Clock } from '../../platform/config/clock';
import { SETTINGS, type Settings } from '../../platform/config/settings';
import { RequestSigner } from '../keys/signing/request-signer';
import { KeysModule } from '../keys/keys.module';
import { ClaimsFile } from './claims-file';
import { ClaimsLog } from './claims-log';
import { CLAIMS_SOURCE, type ClaimsSource } from './claims-source';
import { ClaimsUrl } from './claims-url';
import { ClaimsReader } from './claims-reader';

const source = {
  provide: CLAIMS_SOURCE,
  inject: [SETTINGS, RequestSigner, CLOCK],
  async useFactory({ claimsSource: set, issuer }: Settings, signer: RequestSigner, clock: Clock) {
    if (set === null) return null;
    return set.kind === 'file' ? ClaimsFile.load(set.path) : new ClaimsUrl({ issuer, url: set.url }, signer, clock);
  },
};

@Module({
  imports: [AccountsModule, KeysModule],
  providers: [source, ClaimsLog, ClaimsReader],
  exports: [ClaimsReader],
})
export class ClaimsModule implements OnApplicationShutdown {
  constructor(@Inject(CLAIMS_SOURCE) private readonly source: ClaimsSource | null) {}

  onApplicationShutdown(): void {
    this.source?.close();
  }
}
