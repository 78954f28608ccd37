import { loadMicroservices, loadWebsockets, type NestException } from '../optional-packages.ts';

/** What Nest's packages for gateways and microservices know refusals by: others are "Internal server error" there. */
export interface NestExceptions {
  readonly WsException?: NestException | undefined;
  /** Nest 12 sends exceptions to clients of the package ws too. */
  readonly reachesWs: boolean;
  readonly RpcException?: NestException | undefined;
}

/** From the optional packages, if the application uses them. */
export async function loadNestExceptions(used: { ws: boolean; rpc: boolean }): Promise<NestExceptions> {
  const websockets = used.ws ? await loadWebsockets() : undefined;
  const microservices = used.rpc ? await loadMicroservices() : undefined;
  return {
    WsException: websockets?.WsException,
    reachesWs: websockets !== undefined && 'emitMessage' in websockets.BaseWsExceptionFilter.prototype,
    RpcException: microservices?.RpcException,
  };
}
