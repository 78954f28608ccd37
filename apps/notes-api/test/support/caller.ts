export class Caller {
  constructor(
    private readonly url: string,
    private readonly token?: string,
  ) {}

  async list(): Promise<Response> {
    return this.call('GET');
  }

  async add(note: unknown): Promise<Response> {
    return this.post(JSON.stringify(note), 'application/json');
  }

  async post(body: string | Buffer, contentType: string): Promise<Response> {
    return this.call('POST', { body, headers: { 'Content-Type': contentType } });
  }

  async call(method: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.token) headers.set('Authorization', `Bearer ${this.token}`);
    return fetch(`${this.url}/notes`, { ...init, method, headers });
  }

  async texts(): Promise<string[]> {
    const { items } = (await (await this.list()).json()) as { items: { text: string }[] };
    return items.map(({ text }) => text);
  }
}
