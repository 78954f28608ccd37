import { apply, applyTemplates, forEach, mergeWith, move, type Rule, type Source } from '@angular-devkit/schematics';

import { inStyle, type Style } from '../source/style';

/** Writes the files of templates into a folder, in the app's style; those that are there stay as they are. */
export function writtenFiles(templates: Source, folder: string, values: object, style: Style): Rule {
  return (tree) =>
    mergeWith(
      apply(templates, [
        applyTemplates(values),
        move(folder),
        forEach((file) => {
          if (tree.exists(file.path)) return null;
          return { path: file.path, content: Buffer.from(inStyle(file.content.toString(), style)) };
        }),
      ]),
    );
}
