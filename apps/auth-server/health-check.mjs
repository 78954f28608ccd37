// Of the container: whether its server is ready. Exit code 0 or 1, and the reason on standard error.
const prefix = new URL(process.env.AUTH_URL || 'http://localhost').pathname.replace(/\/$/, '');
const address = `http://127.0.0.1:${process.env.PORT}${prefix}/health/ready`;
try {
  const { ok, status } = await fetch(address);
  if (!ok) throw new Error(`it answered ${status}`);
} catch (error) {
  console.error(`not ready: ${address}: ${error.cause?.message ?? error.message}`);
  process.exitCode = 1;
}
