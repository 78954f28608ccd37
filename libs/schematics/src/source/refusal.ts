import { SchematicsException } from '@angular-devkit/schematics';

/** Ends a schematic with nothing written: says what is in its way, and the lines that do it by hand. */
export class Refusal extends SchematicsException {
  constructor(reason: string, lines: readonly string[] = []) {
    super(
      lines.length === 0 ? reason : [`${reason} Paste these lines, then run it again:`, '', ...lines, ''].join('\n'),
    );
  }
}
