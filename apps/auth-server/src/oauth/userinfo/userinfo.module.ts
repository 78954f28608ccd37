import { Module } from '@nestjs/common';
import { AccountsModule } from '../../model/accounts/accounts.module';
import { ClaimsModule } from '../../model/claims/claims.module';
import { ClientsModule } from '../../model/clients/clients.module';
import { TokensModule } from '../../model/tokens/tokens.module';
import { UserinfoController } from './userinfo.controller';
import { UserinfoService } from './userinfo.service';

@Module({
  imports: [AccountsModule, ClaimsModule, ClientsModule, TokensModule],
  controllers: [UserinfoController],
  providers: [UserinfoService],
})
export class UserinfoModule {}
