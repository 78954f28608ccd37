/** Runs `count` jobs, one at a time per connection; a free connection takes the next. */
export async function spread(connections, count, job) {
  let next = 0;
  const work = async (connection, slot) => {
    while (next < count) {
      const number = next;
      next += 1;
      await job(connection, slot, number);
    }
  };
  await Promise.all(connections.map(work));
}
