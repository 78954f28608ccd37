import {
  type ChoiceName,
  type ChoiceOf,
  DESCRIBED,
  type NumberName,
  SETTING_NAMES,
  type SecretName,
  type SettingName,
  type WithDefault,
} from './described/described-settings';
import type { WholeNumber } from './described/description';
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

  constructor(private readonly environment: Environment) {}

  text(name: SettingName): string | undefined {
    const value = this.environment[name];
    return value === '' ? undefined : value;
  }

  /** A variable, or the content of the file that `<name>_FILE` names: container engines and systemd hand out secrets so. */
  secret(name: SecretName): Secret {
    const inFile = `${name}_FILE` as const;
    const [text, file] = [this.text(name), this.text(inFile)];
    if (file === undefined) return { text, complain: (problem) => this.complain(name, problem) };
    const complain: Complain = (problem) => this.complain(inFile, problem);
    if (text !== undefined) complain(`must not be set together with ${name}`);
    return {
      text: readSecretFile(file, complain),
      complain: (problem) => complain(`${quoted(file)} ${problem}`),
    };
  }

  /** Variables that are set, are no settings, and look like one. */
  misspelt(): Record<string, string> {
    const given = Object.keys(this.environment).filter((name) => this.environment[name]);
    return findMisspelt(given, SETTING_NAMES);
  }

  complain(name: string, problem: string): void {
    this.problems.push(`${name} ${problem}`);
  }

  url(name: 'AUTH_URL' | 'BASE_URL', insecureHosts: InsecureHosts): string {
    const url = this.text(name) ?? DESCRIBED[name].default;
    const problem = serviceUrlProblem(url, insecureHosts);
    if (problem !== null) this.complain(name, problem);
    return url;
  }

  integer(name: WithDefault<NumberName, number>): number {
    return this.integerOr(name, DESCRIBED[name].default);
  }

  integerOr(name: NumberName, fallback: number): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const { from, to, orZero }: WholeNumber = DESCRIBED[name].values;
    const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    if ((value >= from && value <= to) || (orZero && text === '0')) return value;
    this.complain(name, `is ${quoted(text)}; it must be a whole number from ${from} to ${to}${orZero ? ' or 0' : ''}`);
    return fallback;
  }

  oneOf<Name extends WithDefault<ChoiceName, string>>(name: Name): ChoiceOf<Name> {
    return this.oneOfOr(name, DESCRIBED[name].default);
  }

  oneOfOr<Name extends ChoiceName>(name: Name, fallback: ChoiceOf<Name>): ChoiceOf<Name> {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const values: readonly ChoiceOf<Name>[] = DESCRIBED[name].values;
    const value = values.find((candidate) => candidate === text);
    if (value === undefined) this.complain(name, `is ${quoted(text)}; it must be one of ${values.join(', ')}`);
    return value ?? fallback;
  }

  checkedList(name: SettingName, problemOf: (entry: string) => string | null, separator = /,/): string[] {
    const parts = (this.text(name) ?? '').split(separator).map((entry) => entry.trim());
    const entries = parts.filter((entry) => entry !== '');
    for (const problem of entries.map(problemOf)) if (problem !== null) this.complain(name, problem);
    return entries;
  }

  fromFile<Entry>(name: SettingName, read: (json: string, complain: Complain) => Entry[]): Entry[] | null {
    return readSettingFile(this.text(name), read, (problem) => this.complain(name, problem));
  }
}
