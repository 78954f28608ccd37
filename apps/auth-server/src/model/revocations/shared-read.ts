/** One read for all that wait for it; each call gets one that began after it. */
export class SharedRead {
  private running: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  constructor(private readonly read: () => Promise<void>) {}

  call(): Promise<void> {
    if (this.running === undefined && this.next === undefined) return this.begin();
    this.next ??= this.running!.catch(() => undefined).then(() => {
      this.next = undefined;
      return this.begin();
    });
    return this.next;
  }

  private begin(): Promise<void> {
    this.running = this.read().finally(() => (this.running = undefined));
    return this.running;
  }
}
