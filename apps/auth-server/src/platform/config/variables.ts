import type { Complain } from './json-setting';
import { findMisspelt } from './misspelt';
import { readSecretFile, readSettingFile } from './setting-file';
import { type InsecureHosts, quoted, serviceUrlProblem } from './url-setting';

export type Environment = Record<string, string | undefined>;

interface Secret {
  text: string | undefined;
  /** Complains of the text, by the variable that it came from. */
  complain: Complain;
}

/** Reads variables of an environment by their types, and collects what is wrong with them. */
export class Variables {
  readonly problems: string[] = [];
  private readonly settings = new Set<string>();

  constructor(private readonly environment: Environment) {}

  text(name: string): string | undefined {
    this.settings.add(name);
    const value = this.environment[name];
    return value === '' ? undefined : value;
  }

  /** A variable, or the content of the file that `<name>_FILE` names: container engines and systemd hand out secrets so. */
  secret(name: string): Secret {
    const inFile = `${name}_FILE`;
    const [text, file] = [this.text(name), this.text(inFile)];
    if (file === undefined) return { text, complain: (problem) => this.complain(name, problem) };
    const complain: Complain = (problem) => this.complain(inFile, problem);
    if (text !== undefined) complain(`must not stand beside ${name}`);
    return {
      text: readSecretFile(file, complain),
      complain: (problem) => complain(`${quoted(file)} ${problem}`),
    };
  }

  /** Variables that are set beside the settings read so far, and look like one of them. */
  misspelt(): Record<string, string> {
    const given = Object.keys(this.environment).filter((name) => this.environment[name]);
    return findMisspelt(given, this.settings);
  }

  complain(name: string, problem: string): void {
    this.problems.push(`${name} ${problem}`);
  }

  url(name: string, fallback: string, insecureHosts: InsecureHosts): string {
    const url = this.text(name) ?? fallback;
    const problem = serviceUrlProblem(url, insecureHosts);
    if (problem !== null) this.complain(name, problem);
    return url;
  }

  integer(name: string, fallback: number, most: number, alternative = ''): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (value >= 1 && value <= most) return value;
    this.complain(name, `is ${quoted(text)}; it must be a whole number from 1 to ${most}${alternative}`);
    return fallback;
  }

  integerOrNone(name: string, fallback: number, most: number): number {
    return this.text(name) === '0' ? 0 : this.integer(name, fallback, most, ' or 0');
  }

  oneOf<Value extends string>(name: string, values: readonly Value[], fallback: Value): Value {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const value = values.find((candidate) => candidate === text);
    if (value === undefined) this.complain(name, `is ${quoted(text)}; it must be one of ${values.join(', ')}`);
    return value ?? fallback;
  }

  checkedList(name: string, problemOf: (entry: string) => string | null, separator = /,/): string[] {
    const parts = (this.text(name) ?? '').split(separator).map((entry) => entry.trim());
    const entries = parts.filter((entry) => entry !== '');
    for (const problem of entries.map(problemOf)) if (problem !== null) this.complain(name, problem);
    return entries;
  }

  fromFile<Entry>(name: string, read: (json: string, complain: Complain) => Entry[]): Entry[] | null {
    return readSettingFile(this.text(name), read, (problem) => this.complain(name, problem));
  }
}
