import type { CDPSession, Page } from 'playwright-core';

/** Of a picture in PNG, by the browser: the mean of red, green and blue in the corner below left, where no page writes. */
const BRIGHTNESS = (data: string) => `(async () => {
  const bytes = Uint8Array.from(atob('${data}'), (one) => one.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const [red, green, blue] = context.getImageData(4, bitmap.height - 4, 1, 1).data;
  return (red + green + blue) / 765;
})()`;

/** Every picture that Chromium shows of a page. */
export class Film {
  private readonly pictures: string[] = [];

  private constructor(
    private readonly page: Page,
    private readonly devTools: CDPSession,
  ) {}

  static async of(page: Page): Promise<Film> {
    const devTools = await page.context().newCDPSession(page);
    const film = new Film(page, devTools);
    devTools.on('Page.screencastFrame', ({ data, sessionId }) => {
      film.pictures.push(data);
      // The page may be closed by now.
      devTools.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    });
    await devTools.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
    return film;
  }

  /** @returns how bright each picture is: 0 is black, 1 is white. */
  async end(): Promise<number[]> {
    await this.devTools.send('Page.stopScreencast');
    await this.devTools.detach();
    const found: number[] = [];
    for (const data of this.pictures) found.push(await this.page.evaluate<number>(BRIGHTNESS(data)));
    return found;
  }
}
