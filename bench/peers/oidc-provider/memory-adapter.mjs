/**
 * The library's in-memory adapter keeps only 1,000 entries, fewer than a round's codes. This one keeps all, and does
 * less: no LRU order, no expiry.
 */
export function newMemoryAdapter() {
  const rows = new Map();
  const uids = new Map();
  const grants = new Map();

  return class MemoryAdapter {
    constructor(model) {
      this.model = model;
    }

    #key = (id) => `${this.model}:${id}`;

    async upsert(id, payload) {
      const key = this.#key(id);
      rows.set(key, payload);
      if (this.model === 'Session') uids.set(payload.uid, id);
      const { grantId } = payload;
      if (grantId === undefined) return;
      if (!grants.has(grantId)) grants.set(grantId, new Set());
      grants.get(grantId).add(key);
    }

    async find(id) {
      return rows.get(this.#key(id));
    }

    async findByUid(uid) {
      return rows.get(this.#key(uids.get(uid)));
    }

    async findByUserCode() {
      return undefined;
    }

    async consume(id) {
      rows.get(this.#key(id)).consumed = Math.floor(Date.now() / 1000);
    }

    async destroy(id) {
      rows.delete(this.#key(id));
    }

    async revokeByGrantId(grantId) {
      for (const key of grants.get(grantId) ?? []) rows.delete(key);
      grants.delete(grantId);
    }
  };
}
