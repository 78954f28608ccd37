import { Controller, Get, Headers, Param } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { LogoRepository } from '../../model/clients/logos/logo.repository';
import { compressedReply } from '../../platform/http/answers/compressed-reply';
import { notFound } from '../../platform/http/answers/problem';
import { Reply } from '../../platform/http/answers/reply';
import { AnswersHead, VariesBy } from '../../platform/http/edge/route-facts';
import { Assets, isPicture } from './assets';

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** A developer's file must run nothing and not share our origin, whatever type a browser detects. */
const LOGO_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

@ApiExcludeController()
@AnswersHead()
@Controller('assets')
export class AssetsController {
  constructor(
    private readonly assets: Assets,
    private readonly logos: LogoRepository,
  ) {}

  @Get(':address')
  @VariesBy('Accept-Encoding')
  async send(
    @Param('address') address: string,
    @Headers('accept-encoding') acceptEncoding: string | undefined,
  ): Promise<Reply> {
    const asset = this.assets.find(address);
    if (asset === null) return this.sendLogo(address);
    const headers = { 'content-type': asset.type, 'cache-control': IMMUTABLE };
    if (isPicture(asset)) return new Reply(200, asset.content, headers);
    return compressedReply(asset.content, headers, acceptEncoding);
  }

  private async sendLogo(address: string): Promise<Reply> {
    const logo = await this.logos.find(address);
    if (logo === null) throw notFound();
    const headers = { 'content-type': logo.type, 'cache-control': IMMUTABLE, 'content-security-policy': LOGO_POLICY };
    return new Reply(200, logo.content, headers);
  }
}
