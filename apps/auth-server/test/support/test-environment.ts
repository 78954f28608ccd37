import type { ChildProcess } from 'node:child_process';
import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';

const idleHosts: ChildProcess[] = [];

/** Jest runs each test file in a world of its own; this one hands on the processes in which servers were started. */
export default class TestEnvironment extends NodeEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    Object.assign(this.global, { idleHosts });
  }
}
