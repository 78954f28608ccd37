type NestException = new (error: object) => Error;

/** What Nest's packages for gateways and microservices know refusals by: others are "Internal server error" there. */
export interface NestExceptions {
  readonly WsException?: NestException | undefined;
  /** Nest 12 sends exceptions to clients of the package ws too. */
  readonly reachesWs: boolean;
  readonly RpcException?: NestException | undefined;
}

interface Websockets {
  readonly WsException: NestException;
  readonly BaseWsExceptionFilter: { readonly prototype: object };
}

/** From the optional packages, if the application uses them. */
export async function loadNestExceptions(used: { ws: boolean; rpc: boolean }): Promise<NestExceptions> {
  const websockets = used.ws ? ((await load('@nestjs/websockets')) as Websockets) : undefined;
  const microservices = used.rpc ? await load('@nestjs/microservices') : undefined;
  return {
    WsException: websockets?.WsException,
    reachesWs: websockets !== undefined && 'emitMessage' in websockets.BaseWsExceptionFilter.prototype,
    RpcException: (microservices as { RpcException: NestException } | undefined)?.RpcException,
  };
}

/** `require` where there is one: Jest has no import() in CommonJS. */
const nearby = typeof require === 'function' ? require : undefined;

const load = async (name: string): Promise<unknown> => (nearby ? nearby(name) : await import(name));
