import { type ArgumentMetadata, BadRequestException, ValidationPipe, type ValidationError } from '@nestjs/common';
import { type FieldError, InvalidFieldsException } from './problem';

/** Validates bodies by their DTO and refuses unknown fields. */
export class BodyPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      stopAtFirstError: true,
      exceptionFactory: (errors: ValidationError[]) => new InvalidFieldsException(errors.map(describe)),
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    try {
      return await super.transform(value, metadata);
    } catch (error) {
      // Validation is recursive: deeply nested arrays overflow the stack.
      if (error instanceof RangeError) throw new BadRequestException('The body is nested too deeply.');
      throw error;
    }
  }
}

function describe({ property, constraints = {} }: ValidationError): FieldError {
  const isUnknown = 'whitelistValidation' in constraints;
  return {
    field: property,
    detail: isUnknown ? 'is not a known field' : (Object.values(constraints)[0] ?? 'is wrong'),
  };
}
