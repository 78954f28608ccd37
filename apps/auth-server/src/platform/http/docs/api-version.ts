/**
 * Of /api: a route or member that is added raises the second number, what breaks a caller the first. The console is
 * built for one, and serves a server that is one addition behind.
 */
export const API_VERSION = '0.2.0';
