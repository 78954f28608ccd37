import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblem } from '../../platform/http/docs/api-docs';
import { KeyReplacement } from '../../model/keys/signing/key-replacement';
import { MasterKeyAge } from '../../model/keys/master-key-age';
import { type Administrator, CurrentAdministrator, ForAdministrators } from './administrator.guard';
import { KeyListView, toKeyView } from './keys.view';

@ForAdministrators()
@Controller('api/admin/keys')
export class SigningKeysController {
  constructor(
    private readonly keys: KeyReplacement,
    private readonly masterKey: MasterKeyAge,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List the signing keys, the newest first, and the age of the master key' })
  @ApiOkResponse({ type: KeyListView })
  async list(): Promise<KeyListView> {
    const [keys, since] = await Promise.all([this.keys.list(), this.masterKey.since()]);
    return { items: keys.map(toKeyView), master_key: { since: new Date(since).toISOString() } };
  }

  @Post('rotation')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Announce the next keys now, ahead of the schedule',
    description: 'They sign after KEY_ANNOUNCE. No token is refused. If a key is already announced, nothing happens.',
  })
  @ApiOkResponse({ type: KeyListView })
  @ApiProblem(403, 413, 415)
  async rotate(@CurrentAdministrator() by: Administrator): Promise<KeyListView> {
    await this.keys.rotate(by);
    return this.list();
  }

  @Post('leak')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Replace leaked keys: all keys leave the JWKS, and new ones sign at once',
    description: `Services that read the revocations refuse access tokens signed before within a second, others once they have read the JWKS
again. Applications get new ones with their refresh tokens.`,
  })
  @ApiOkResponse({ type: KeyListView })
  @ApiProblem(403, 413, 415)
  async replaceLeaked(@CurrentAdministrator() by: Administrator): Promise<KeyListView> {
    await this.keys.replaceCompromised(by);
    return this.list();
  }
}
