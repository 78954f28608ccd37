import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/** An address that leads to one port after another, as a name does when its database fails over. */
export class LeadingAddress {
  private readonly open = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private target: number,
  ) {
    server.on('connection', (socket) => this.pass(socket));
  }

  static async to(target: number): Promise<LeadingAddress> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new LeadingAddress(server, target);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Cuts what leads to the former target. */
  leadTo(target: number): void {
    this.target = target;
    for (const socket of this.open) socket.destroy();
  }

  close(): void {
    this.server.close();
    this.leadTo(this.target);
  }

  private pass(caller: Socket): void {
    const onward = connect(this.target, '127.0.0.1');
    for (const [socket, other] of [
      [caller, onward],
      [onward, caller],
    ] as const) {
      this.open.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        this.open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
