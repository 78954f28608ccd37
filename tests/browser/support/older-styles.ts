/** A style sheet as a browser takes it that lacks the newest colour functions (Safari before 17.5, Chrome before 111). */
export const asOlderBrowsersRead = (css: string): string => css.replace(/\b(?:light-dark|color-mix)\(/g, 'unknown(');

/** The page's *Allow*: its fill against its text, and against what it stands on. WCAG 2.2, from 1 (the same) to 21. */
export const CONTRASTS_OF_ALLOW = `(() => {
  const rgb = (color) => color.match(/[\\d.]+/g).map(Number);
  const luminance = (color) => {
    const [red, green, blue] = rgb(color).map((byte) => {
      const share = byte / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const allow = document.querySelector('.decide .primary');
  const { backgroundColor: fill, color: text } = getComputedStyle(allow);
  const [, , , opacity = 1] = rgb(fill);
  const { backgroundColor: sheet } = getComputedStyle(document.querySelector('.sheet'));
  return { fill, isFilled: opacity === 1, text: contrast(fill, text), edge: contrast(fill, sheet) };
})()`;

export interface ContrastsOfAllow {
  fill: string;
  isFilled: boolean;
  text: number;
  edge: number;
}

/** Of two pictures in PNG of one size, in base 64, by the browser: the share of pixels that anybody sees differ. */
export const shareOfDifference = (one: string, other: string): string => `(async () => {
  const pixelsOf = async (data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
  };
  const [first, second] = await Promise.all([pixelsOf('${one}'), pixelsOf('${other}')]);
  const differing = first.filter((byte, at) => Math.abs(byte - second[at]) > 60);
  return differing.length / first.length;
})()`;
