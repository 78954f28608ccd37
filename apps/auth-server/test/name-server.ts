import { type RemoteInfo, type Socket, createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

const TYPE = { A: 1, AAAA: 28 };

/** A name server (RFC 1035) on a UDP port of 127.0.0.1; each query for a name gets its next answer. */
export class NameServer {
  /** Queried names, in order. */
  readonly asked: string[] = [];

  private constructor(
    private readonly socket: Socket,
    private readonly names: Record<string, string[][]>,
  ) {
    socket.on('message', (message, from) => this.answer(message, from));
  }

  static async start(names: Record<string, string[][]>): Promise<NameServer> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket, names);
  }

  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  stop(): void {
    this.socket.close();
  }

  private answer(message: Buffer, from: RemoteInfo): void {
    const { name, type, end } = questionOf(message);
    const wanted = this.next(name, type).filter((address) => isIPv4(address) === (type === TYPE.A));
    const header = Buffer.from(message.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2); // an answer, without error
    header.writeUInt16BE(wanted.length, 6);
    header.writeUInt32BE(0, 8);
    const records = wanted.map((address) => recordOf(address, type));
    this.socket.send(Buffer.concat([header, message.subarray(12, end), ...records]), from.port, from.address);
  }

  /** An A query moves on to the next answer. */
  private next(name: string, type: number): string[] {
    const answers = this.names[name] ?? [[]];
    if (type !== TYPE.A) return answers[0] ?? [];
    this.asked.push(name);
    return (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
  }
}

function questionOf(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** The name is a pointer to the question's. */
function recordOf(address: string, type: number): Buffer {
  const data = type === TYPE.A ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address);
  const head = Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]);
  return Buffer.concat([head, data]);
}

function ipv6Bytes(address: string): Buffer {
  const [head = '', tail = ''] = address.split('::');
  const [left, right] = [head, tail].map((text) => text.split(':').filter(Boolean)) as [string[], string[]];
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
