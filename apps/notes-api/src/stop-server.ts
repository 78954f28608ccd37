import type { Server } from 'node:http';

const PATIENCE_MS = 10_000;

/**
 * Closes a server so that every request under way is answered. Connections that fall idle meanwhile are ended at once,
 * or their keep-alive would hold the process; after 10 s also those whose caller sends no more.
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
