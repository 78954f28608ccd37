import { Controller, Get, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { LogoRepository } from '../../model/clients/logos/logo.repository';
import { notFound } from '../../platform/http/answers/problem';
import { Reply } from '../../platform/http/answers/reply';
import { AnswersHead } from '../../platform/http/edge/route-facts';
import { Assets } from './assets';

const IMMUTABLE = 'public, max-age=31536000, immutable';

@ApiExcludeController()
@AnswersHead()
@Controller('assets')
export class AssetsController {
  constructor(
    private readonly assets: Assets,
    private readonly logos: LogoRepository,
  ) {}

  @Get(':address')
  async send(@Param('address') address: string): Promise<Reply> {
    const asset = this.assets.find(address) ?? (await this.logos.find(address));
    if (asset === null) throw notFound();
    return new Reply(200, asset.content, { 'content-type': asset.type, 'cache-control': IMMUTABLE });
  }
}
