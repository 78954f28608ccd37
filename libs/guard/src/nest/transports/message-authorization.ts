/** What the contexts of Nest's transports offer: NATS, Kafka and RabbitMQ, MQTT 5; gRPC's is its metadata itself. */
interface MessageContext {
  getHeaders?(): unknown;
  getMessage?(): { readonly headers?: unknown; readonly properties?: { readonly headers?: unknown } } | undefined;
  getPacket?(): { readonly properties?: { readonly userProperties?: unknown } } | undefined;
  getMap?(): unknown;
}

/**
 * The `Authorization` of a message, by the headers of its transport; undefined where it has none, as TCP and Redis.
 * Several values come as a list, which what reads the header refuses.
 */
export function authorizationOfMessage(context: unknown): unknown {
  if (typeof context !== 'object' || context === null) return undefined;
  const values = headersOf(context as MessageContext).flatMap((headers) => [
    headerOf(headers, 'authorization'),
    headerOf(headers, 'Authorization'),
  ]);
  const [first, ...others] = new Set(values.flat().filter((value) => value !== undefined && value !== ''));
  return others.length > 0 ? [first, ...others] : first;
}

function headersOf(context: MessageContext): unknown[] {
  const message = context.getMessage?.();
  const packet = context.getPacket?.();
  return [
    context.getHeaders?.(),
    message?.headers,
    message?.properties?.headers,
    packet?.properties?.userProperties,
    context.getMap?.(),
  ];
}

/** Kafka's values are Buffers; NATS' headers are a map whose `get` takes the exact name. */
function headerOf(headers: unknown, name: string): unknown {
  if (typeof headers !== 'object' || headers === null) return undefined;
  const { get } = headers as { get?: (name: string) => unknown };
  const value = typeof get === 'function' ? get.call(headers, name) : (headers as Record<string, unknown>)[name];
  return Buffer.isBuffer(value) ? value.toString() : value;
}
