import type { Server } from 'node:http';

const PATIENCE_MS = 10_000;

/**
 * Closes a server after answering running requests. Closes connections as they fall idle, as keep-alive would keep the
 * process alive, and after 10 s those of unresponsive clients.
 */
export async function stopServer(server: Server, close: () => Promise<void>): Promise<void> {
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const patience = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
  try {
    await close();
  } finally {
    clearInterval(idle);
    clearTimeout(patience);
  }
}
