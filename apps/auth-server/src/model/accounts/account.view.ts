import { ApiProperty } from '@nestjs/swagger';
import type { Account } from './account.entity';

export class AccountView {
  @ApiProperty()
  id: string;

  @ApiProperty({ type: String, nullable: true, description: 'As given at sign-up, until a mailed link changes it.' })
  email: string | null;

  @ApiProperty({ type: String, nullable: true })
  name: string | null;
}

export const toAccountView = ({ id, email, name }: Pick<Account, 'id' | 'email' | 'name'>): AccountView => ({
  id,
  email,
  name,
});
