const TOKEN = /#[^\n]*|\d?[<>]{1,2}&?\d?|&&|\|\||[;|&()\n]|(?:\\.|"(?:[^"\\]|\\.)*"|'[^']*'|[^\s;|&()<>"'\\])+/gs;
const ENDS = /^(&&|\|\||[;|&()\n])$/;
/** Where a command may begin. */
const BEFORE = /^([{}!]|if|then|elif|else|fi|while|until|do|done|exec|time)$/;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/** One command of a script: what is set for it alone, and its words as they are written. */
export interface Command {
  assigned: string[];
  words: string[];
}

/**
 * The commands of a script, as far as documentation needs a shell's grammar: words, quotes, pipes, lists, groups,
 * substitutions outside of quotes. The texts of here-documents and the functions' own names are left out.
 */
export function commandsOf(script: string): Command[] {
  const plain = script.replace(/<<-?'?(\w+)'?(.*\n)[^]*?^\1$/gm, '$2').replaceAll('\\\n', ' ');
  const commands: Command[] = [{ assigned: [], words: [] }];
  for (const [token] of plain.matchAll(TOKEN)) {
    const { assigned, words } = commands.at(-1)!;
    if (token.startsWith('#')) continue;
    if (ENDS.test(token)) commands.push({ assigned: [], words: [] });
    else if (words.length === 0 && BEFORE.test(token)) continue;
    else if (words.length === 0 && ASSIGNMENT.test(token)) assigned.push(token);
    else words.push(token);
  }
  const functions = functionsOf(script);
  return commands.filter(({ words: [program] }) => program !== undefined && !functions.has(program));
}

/** The functions that a script defines. */
export const functionsOf = (script: string): Set<string> =>
  new Set([...script.matchAll(/^(\w+)\(\)/gm)].map(([, name = '']) => name));

export const unquoted = (word: string) => word.replaceAll(/["']/g, '');
