import * as client from 'openid-client';
import { DEVICE_CODE } from '@consentry/test-support/world/allowed';
import { noteSecrets } from '@consentry/test-support/server/seen-secrets';
import type { Application } from '@consentry/test-support/world/world';

type Begun = Awaited<ReturnType<typeof client.initiateDeviceAuthorization>>;

interface Place {
  server: { url: string };
  application: Application;
  /** What its notes are read from. */
  service: { url: string };
}

/** A program without a browser, on `openid-client` (RFC 8628): it knows the server by its URL alone. */
export class DeviceProgram {
  private tokens: client.TokenEndpointResponse | undefined;

  private constructor(
    private readonly config: client.Configuration,
    private readonly service: { url: string },
    /** What it shows to the person. */
    readonly shown: Begun,
  ) {}

  /** @param network that it calls from, by a proxy that the server trusts. */
  static async begin({ server, application, service }: Place, network?: string): Promise<DeviceProgram> {
    const options = { execute: [client.allowInsecureRequests] };
    const id = application.client_id;
    const config = await client.discovery(new URL(server.url), id, undefined, client.None(), options);
    if (network !== undefined)
      config[client.customFetch] = (url, { headers, ...init }) =>
        fetch(url, { ...init, headers: { ...headers, 'x-forwarded-for': network } } as RequestInit);
    const shown = await client.initiateDeviceAuthorization(config, { scope: 'openid notes:read notes:write' });
    return new DeviceProgram(config, service, shown);
  }

  /** One poll. @returns the error, `null` if it got its tokens. */
  async poll(): Promise<string | null> {
    try {
      const { device_code } = this.shown;
      this.keep(await client.genericGrantRequest(this.config, DEVICE_CODE, { device_code }));
      return null;
    } catch (error) {
      if (error instanceof client.ResponseBodyError) return error.error;
      throw error;
    }
  }

  /** Polls as it would, but at once, as the person has decided. @returns the scope of its tokens. */
  async goOn(): Promise<string> {
    this.keep(await client.pollDeviceAuthorizationGrant(this.config, { ...this.shown, interval: 0 }));
    return this.tokens?.scope ?? '';
  }

  /** The status of a call of the service with the token it holds. */
  async callService(): Promise<number> {
    const headers = { authorization: `Bearer ${this.tokens?.access_token}` };
    return (await fetch(`${this.service.url}/notes`, { headers })).status;
  }

  private keep(tokens: client.TokenEndpointResponse): void {
    this.tokens = tokens;
    noteSecrets('', undefined, { status: 200, headers: new Headers(), text: '', body: tokens });
  }
}
