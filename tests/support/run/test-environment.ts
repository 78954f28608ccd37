import type { ChildProcess } from 'node:child_process';
import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';

const idleHosts: ChildProcess[] = [];

/** Each test file has its own globals; this hands on the idle hosts. */
export default class TestEnvironment extends NodeEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, { idleHosts });
  }
}
