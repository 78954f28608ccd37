import { Module } from '@nestjs/common';
import { AccountsModule } from '../../accounts/accounts.module';
import { ClaimsModule } from '../../claims/claims.module';
import { ClientsModule } from '../../clients/clients.module';
import { TokensModule } from '../../tokens/tokens.module';
import { UserinfoController } from './userinfo.controller';
import { UserinfoService } from './userinfo.service';

@Module({
  imports: [AccountsModule, ClaimsModule, ClientsModule, TokensModule],
  controllers: [UserinfoController],
  providers: [UserinfoService],
})
export class UserinfoModule {}
