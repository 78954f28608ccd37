import { Module } from '@nestjs/common';
import { SessionsModule } from '../../model/sessions/sessions.module';
import { AppSignInController } from './sign-in.controller';

@Module({ imports: [SessionsModule], controllers: [AppSignInController] })
export class AppSignInModule {}
