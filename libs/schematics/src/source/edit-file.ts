import type { Tree } from '@angular-devkit/schematics';

/** Replaces the text from `start` to `end`. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Makes all edits of a file at once: their positions are those of the file as it is. */
export function editFile(tree: Tree, path: string, edits: readonly Edit[]): void {
  const recorder = tree.beginUpdate(path);
  for (const { start, end, text } of edits) {
    if (end > start) recorder.remove(start, end - start);
    recorder.insertRight(start, text);
  }
  tree.commitUpdate(recorder);
}
