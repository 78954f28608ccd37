import { Module } from '@nestjs/common';
import { ClientsModule } from '../../clients/clients.module';
import { KeysModule } from '../../keys/keys.module';
import { TokensModule } from '../../tokens/tokens.module';
import { IntrospectionController } from './introspection.controller';
import { IntrospectionService } from './introspection.service';

@Module({
  imports: [ClientsModule, KeysModule, TokensModule],
  controllers: [IntrospectionController],
  providers: [IntrospectionService],
})
export class IntrospectionModule {}
