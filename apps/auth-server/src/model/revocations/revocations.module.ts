import { Module } from '@nestjs/common';
import { RevocationFeed } from './revocation-feed';
import { RevocationRepository } from './revocation.repository';

@Module({ providers: [RevocationFeed, RevocationRepository], exports: [RevocationFeed, RevocationRepository] })
export class RevocationsModule {}
