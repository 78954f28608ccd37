import { KafkaContext, MqttContext, NatsContext, RmqContext, TcpContext } from '@nestjs/microservices';

import { authorizationOfMessage } from './message-authorization.ts';

const HEADER = 'Bearer a.b.c';

/** As the client of NATS keeps headers: by the exact name, `''` for none. */
const natsHeaders = (name: string, value: string) => ({ get: (asked: string) => (asked === name ? value : '') });

/** As @grpc/grpc-js keeps metadata. */
const metadata = { getMap: () => ({ authorization: HEADER }), get: () => [HEADER] };

type Args<T extends new (args: never) => unknown> = ConstructorParameters<T>[0];

const kafka = (headers: object) => new KafkaContext([{ headers }, 0, 'topic'] as unknown as Args<typeof KafkaContext>);
const rmq = (headers: object) => new RmqContext([{ properties: { headers } }, {}, 'p'] as Args<typeof RmqContext>);
const mqtt = (userProperties: object) =>
  new MqttContext(['topic', { properties: { userProperties } }] as Args<typeof MqttContext>);

describe('authorizationOfMessage', () => {
  it.each<[string, unknown]>([
    ['NATS', new NatsContext(['subject', natsHeaders('authorization', HEADER)])],
    ['NATS, in capitals', new NatsContext(['subject', natsHeaders('Authorization', HEADER)])],
    ['Kafka', kafka({ authorization: Buffer.from(HEADER) })],
    ['RabbitMQ', rmq({ Authorization: HEADER })],
    ['MQTT 5', mqtt({ authorization: HEADER })],
    ['gRPC', metadata],
  ])('reads it in %s', (_, context) => {
    expect(authorizationOfMessage(context)).toBe(HEADER);
  });

  it.each<[string, unknown]>([
    ['TCP', new TcpContext([{} as never, 'pattern'])],
    ['NATS without headers', new NatsContext(['subject', undefined])],
    ['Kafka without headers', kafka({})],
    ['RabbitMQ without headers', new RmqContext([{ properties: {} }, {}, 'p'])],
    ['MQTT 3', new MqttContext(['topic', {}])],
    ['no context', undefined],
  ])('finds none in %s', (_, context) => {
    expect(authorizationOfMessage(context)).toBeUndefined();
  });

  it('lists several, which is a malformed call', () => {
    expect(authorizationOfMessage(kafka({ authorization: HEADER, Authorization: 'Bearer other' }))).toEqual([
      HEADER,
      'Bearer other',
    ]);
    expect(authorizationOfMessage(mqtt({ authorization: ['Bearer a', 'Bearer b'] }))).toEqual(['Bearer a', 'Bearer b']);
  });
});
