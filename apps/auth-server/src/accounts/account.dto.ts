import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsEmail, IsOptional, IsString, Length, MaxLength } from 'class-validator';

export class SignUpDto {
  @ApiProperty({ format: 'email', description: 'Compared without case.' })
  @IsEmail()
  @MaxLength(254)
  email: string;

  @ApiProperty({ minLength: 8, maxLength: 256, format: 'password' })
  @Length(8, 256)
  password: string;

  @ApiProperty({ minLength: 1, maxLength: 200 })
  @Length(1, 200)
  name: string;
}

export class ChangeAccountDto {
  @ApiPropertyOptional({ minLength: 1, maxLength: 200 })
  @IsOptional()
  @Length(1, 200)
  name?: string;

  @ApiPropertyOptional({ minLength: 8, maxLength: 256, format: 'password', description: 'Ends the other sessions.' })
  @IsOptional()
  @Length(8, 256)
  password?: string;

  @ApiPropertyOptional({ format: 'password', description: 'Needed unless the account signs in at a trusted issuer.' })
  @IsOptional()
  @IsString()
  @MaxLength(256)
  current_password?: string;
}

export class CloseAccountDto {
  @ApiPropertyOptional({ format: 'password', description: 'Needed unless the account signs in at a trusted issuer.' })
  @IsOptional()
  @IsString()
  @MaxLength(256)
  current_password?: string;
}
