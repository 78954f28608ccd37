import type { Type } from '@nestjs/common';
import type { InstanceWrapper } from '@nestjs/core/injector/instance-wrapper';

export type Method = (...parameters: unknown[]) => unknown;

/** A method of a controller. */
export interface HandlerPlace {
  wrapper: InstanceWrapper<Record<string, Method>>;
  controller: Type;
  name: string;
  method: Method;
}
