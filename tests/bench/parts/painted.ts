import type { Locator, Page } from 'playwright-core';
import sharp, { type Region } from 'sharp';

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

interface Frame {
  /** Milliseconds since the epoch at which it was shown. */
  readonly at: number;
  readonly image: Buffer;
}

interface Recording {
  /**
   * Milliseconds from `since` (since the epoch) to the first frame that shows the element as it looks in the end, where it is in the
   * end; `null` when the browser sent no more frames before that, as it sometimes does when a navigation changes its process.
   */
  painted(element: Locator, since: number): Promise<number | null>;
}

/** Milliseconds after which nothing moves any more, fonts and images included. */
const STILL = 1500;

/**
 * Records every frame with its time. That is what a person sees: later than what the document holds, and measured the same way with
 * scripts and without.
 */
export async function record(page: Page): Promise<Recording> {
  const session = await page.context().newCDPSession(page);
  const frames: Frame[] = [];
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ at: (metadata.timestamp ?? 0) * 1000, image: Buffer.from(data, 'base64') });
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 60, everyNthFrame: 1 });
  return {
    async painted(element, since) {
      await element.waitFor();
      await page.waitForTimeout(STILL);
      const box = await element.boundingBox();
      await session.send('Page.stopScreencast');
      if (box === null) throw new Error('Nothing was shown.');
      const region = onScreen(box, page.viewportSize() ?? { width: Infinity, height: Infinity });
      const end = await pixels(await page.screenshot({ type: 'jpeg', quality: 60 }), region);
      for (const { at, image } of frames)
        if (at > since && isAlike(await pixels(image, region), end)) return at - since;
      return null;
    },
  };
}

/** Of the element, what of it a person sees. */
function onScreen({ x, y, width, height }: Box, screen: Size): Region {
  const [left, top] = [Math.max(x, 0), Math.max(y, 0)];
  return {
    left,
    top,
    width: Math.min(x + width, screen.width) - left,
    height: Math.min(y + height, screen.height) - top,
  };
}

function pixels(image: Buffer, region: Region): Promise<Buffer> {
  const whole = Object.fromEntries(Object.entries(region).map(([side, value]) => [side, Math.round(value)]));
  return sharp(image)
    .extract({ ...region, ...whole })
    .greyscale()
    .raw()
    .toBuffer();
}

/** The edges of letters may move a little; words that are not there yet change much more. */
function isAlike(one: Buffer, other: Buffer): boolean {
  const differ = one.filter((value, index) => Math.abs(value - (other[index] ?? 0)) > 48).length;
  return differ < one.length * 0.02;
}
