import { ApiProperty } from '@nestjs/swagger';
import { ArrayUnique, IsArray, IsBoolean, IsIn } from 'class-validator';
import type { FoundAccount, ListedAccount } from '../../model/accounts/account-directory';
import { ROLES, type Role } from '../../model/accounts/account-roles';
import { isoTime, isoTimeOrNull } from '../iso-time';

export class AdministeredAccountView {
  @ApiProperty()
  id: string;

  @ApiProperty({ type: String, nullable: true })
  email: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  email_verified_at: string | null;

  @ApiProperty({ type: String, nullable: true })
  name: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The trusted issuer at which it signs in; null: it has a password here.',
  })
  issuer: string | null;

  @ApiProperty({ type: String, nullable: true })
  subject: string | null;

  @ApiProperty({ enum: ROLES, isArray: true, description: 'The roles that it was given.' })
  roles: Role[];

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When it was disabled.' })
  disabled_at: string | null;
}

export class AccountDetailView extends AdministeredAccountView {
  @ApiProperty({ description: 'How many browsers it is signed in with.' })
  sessions: number;

  @ApiProperty({ description: 'How many applications have access to it.' })
  grants: number;

  @ApiProperty({ description: 'How many applications it registered.' })
  applications: number;
}

export class AccountPageView {
  @ApiProperty({ type: [AdministeredAccountView] })
  items: AdministeredAccountView[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Send it as `cursor` to get the next page; null: this is the last one.',
  })
  next_cursor: string | null;
}

export class SwitchAccountDto {
  @ApiProperty({ description: 'true: end its sessions and grants, and refuse sign-ins until it is false again.' })
  @IsBoolean()
  disabled: boolean;
}

export class GiveRolesDto {
  @ApiProperty({ enum: ROLES, isArray: true, description: 'All roles that it will have.' })
  @IsArray()
  @ArrayUnique()
  @IsIn(ROLES, { each: true })
  roles: Role[];
}

export const toAdministeredAccountView = (account: ListedAccount): AdministeredAccountView => ({
  id: account.id,
  email: account.email,
  email_verified_at: isoTimeOrNull(account.emailVerifiedAt),
  name: account.name,
  issuer: account.issuer,
  subject: account.subject,
  roles: ROLES.filter((role) => account[role === 'admin' ? 'adminSince' : 'developerSince'] !== null),
  created_at: isoTime(account.createdAt),
  disabled_at: isoTimeOrNull(account.disabledAt),
});

export const toAccountDetailView = (account: FoundAccount): AccountDetailView => ({
  ...toAdministeredAccountView(account),
  sessions: account.sessions,
  grants: account.grants,
  applications: account.applications,
});
