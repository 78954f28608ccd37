/** What the database says of itself. */
export type EngineFacts =
  | { engine: 'sqlite'; fault: string | null; orphans: string | null }
  | {
      engine: 'postgres';
      version: number;
      settings: Readonly<Record<string, string>>;
      /** Tables of ours that autovacuum leaves out. */
      unvacuumed: readonly string[];
      isSuperuser: boolean;
    };
