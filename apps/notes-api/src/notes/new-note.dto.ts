import { IsString, Length, Matches } from 'class-validator';

export class NewNoteDto {
  // Decorators run from the last to the first, and the first failure is reported.
  @Matches(/^\P{Surrogate}*$/u, { message: 'must be well-formed Unicode' })
  @Length(1, 10_000, { message: 'must have 1 to 10,000 characters' })
  @IsString({ message: 'must be a string' })
  text: string;
}
