import type { Type } from '@nestjs/common';
import type * as Validator from 'class-validator';

import { loadTransformer, loadValidator } from '../optional-packages.ts';
import type { ClaimsFunction } from './claims-source.ts';

type ValidationError = Validator.ValidationError;

/** Reads claims by a class of class-validator. Rejects with an Error where that is missing, or the class says nothing. */
export async function claimsByClass<Claims extends object>(type: Type<Claims>): Promise<ClaimsFunction<Claims>> {
  const validator = await loadValidator();
  const transformer = await loadTransformer();
  const described = validator.getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
  if (described.length === 0) throw new Error(`The claims class ${type.name} has no decorators of class-validator`);
  return async (claims) => {
    const instance = transformer.plainToInstance(type, claims);
    // Not validateSync, which passes over asynchronous rules.
    const errors = await validator.validate(instance, { forbidUnknownValues: true });
    if (errors.length > 0) throw new Error(`rejected by ${type.name}: ${errors.flatMap(describe).join(', ')}`);
    return instance;
  };
}

/** Describes by names alone: values are the token's. */
function describe({ property, constraints = {}, children = [] }: ValidationError): string[] {
  const own = Object.keys(constraints).map((rule) => `${property} ${rule}`);
  return [...own, ...children.flatMap(describe).map((below) => `${property}.${below}`)];
}
