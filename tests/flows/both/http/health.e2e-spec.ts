import { TestServer } from '@consentry/test-support/server/server';
import { call } from '@consentry/test-support/world/world';

describe('health', () => {
  it.each(['live', 'ready'])('is told by GET /health/%s to anybody', async (what) => {
    const server = await TestServer.start();
    try {
      const { status, headers, body } = await call('GET', `${server.url}/health/${what}`);
      expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } });
      expect(headers.get('cache-control')).toBe('no-store');
    } finally {
      await server.stop();
    }
  });
});
