import type { Rule, Tree } from '@angular-devkit/schematics';

const STEPS = 'steps.txt';

const note = (step: string): Rule => {
  return (tree: Tree) => {
    const before = tree.exists(STEPS) ? tree.readText(STEPS) : '';
    if (tree.exists(STEPS)) tree.overwrite(STEPS, before + step);
    else tree.create(STEPS, step);
  };
};

export const one = () => note('one ');
export const two = () => note('two ');
