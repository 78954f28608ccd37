import { Module } from '@nestjs/common';
import { ClientsModule } from '../../model/clients/clients.module';
import { KeysModule } from '../../model/keys/keys.module';
import { TokensModule } from '../../model/tokens/tokens.module';
import { IntrospectionController } from './introspection.controller';
import { IntrospectionService } from './introspection.service';

@Module({
  imports: [ClientsModule, KeysModule, TokensModule],
  controllers: [IntrospectionController],
  providers: [IntrospectionService],
})
export class IntrospectionModule {}
