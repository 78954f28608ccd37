import type { ActiveGrant } from '../../model/grants/grant.repository';
import { describeRedirect } from '../../protocol/request/redirect-uri';

/** More are not shown. */
const MOST_HOSTS = 2;

/** Where an application gets its access: what it cannot choose freely, beside the name that it can. */
export interface AppPlace {
  hosts: string[];
  /** How many hosts more. */
  more: number;
  /** A program on the person's own device, for loopback and private-use schemes. */
  isProgram: boolean;
}

export function placeOf({ redirectUris, clientId, origin }: Pick<ActiveGrant, 'redirectUris' | 'clientId' | 'origin'>) {
  const targets = redirectUris.map(describeRedirect);
  const described = origin === 'metadata_document' ? [new URL(clientId).host] : [];
  const hosts = [...new Set([...described, ...targets.filter(({ isWeb }) => isWeb).map(({ host }) => host)])];
  const isProgram = targets.length > 0 && targets.every(({ isWeb }) => !isWeb);
  return { hosts: hosts.slice(0, MOST_HOSTS), more: Math.max(0, hosts.length - MOST_HOSTS), isProgram };
}
