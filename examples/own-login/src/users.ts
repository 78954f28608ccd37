import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { Column, Entity, PrimaryGeneratedColumn, type Repository } from 'typeorm';

@Entity('users')
export class User {
  @PrimaryGeneratedColumn('uuid') id: string;
  @Column('text', { unique: true }) email: string;
  @Column('text') name: string;
  @Column('text') salt: string;
  @Column('text') password: string;
}

const hash = (password: string, salt: string) => scryptSync(password, salt, 32).toString('hex');

@Injectable()
export class Users implements OnModuleInit {
  constructor(@InjectRepository(User) private readonly users: Repository<User>) {}

  async onModuleInit(): Promise<void> {
    const { FIRST_USER_EMAIL: email = 'ada@example.com', FIRST_USER_PASSWORD: password } = process.env;
    if (password === undefined || (await this.users.existsBy({ email }))) return;
    const salt = randomBytes(16).toString('hex');
    await this.users.save({ email, name: 'Ada Lovelace', salt, password: hash(password, salt) });
  }

  async find(email: string, password: string): Promise<User | null> {
    const user = await this.users.findOneBy({ email });
    const given = Buffer.from(hash(password, user?.salt ?? ''));
    return user !== null && timingSafeEqual(given, Buffer.from(user.password)) ? user : null;
  }

  async remove({ id }: Pick<User, 'id'>): Promise<void> {
    await this.users.delete({ id });
  }
}
