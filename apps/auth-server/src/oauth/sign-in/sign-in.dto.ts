import { ApiProperty } from '@nestjs/swagger';

/** Read by hand, strictly; these classes show them in the OpenAPI document. */
export class SignInAnswerDto {
  @ApiProperty({ description: 'A JWT with the typ sign-in+jwt, signed by a key of SIGN_IN_URL/jwks.json.' })
  answer: string;
}

export class SignInEventDto {
  @ApiProperty({ description: 'A JWT with the typ secevent+jwt, signed by a key of SIGN_IN_URL/jwks.json.' })
  event: string;
}

export class SignInTakenView {
  @ApiProperty({ format: 'uri' })
  redirect_to: string;
}
