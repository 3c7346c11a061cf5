import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';

export type Device = 'phone' | 'tablet' | 'desktop';

/**
 * User agents that an edge cache classifies as bots (`deploy/nginx/vitrine.conf`), except phones of Cubot. The list may be incomplete: a
 * response is cached for bots only if this server classifies the client as a bot, too.
 */
export const PROGRAM =
  /(?<!cu)bot(?:\b|[/;+-])|crawl|spider|slurp|headless|lighthouse|pagespeed|prerender|preview|monitor|uptime|pingdom|facebookexternalhit|embedly|whatsapp|curl|wget|python|okhttp|axios|phantomjs|selenium|webdriver/i;

export interface UserAgent {
  /**
   * A person's browser. All browsers contain "Mozilla"; other clients are bots, and so are those on the list of `isbot` or of the edge:
   * crawlers, inspection tools, prerenders, previews, monitors, headless browsers.
   */
  readonly isBrowser: boolean;
  /** Class of the device, from the user agent. */
  readonly device: Device;
}

/** Cache size in bytes: visitors share a few thousand user agents, but clients may send long ones. */
const MAX_BYTES = 4 * 1024 * 1024;
const known = new LRUCache<string, UserAgent>({
  maxSize: MAX_BYTES,
  sizeCalculation: (_, text) => 300 + 2 * text.length,
});

/** Result of the header `User-Agent`. */
export function readUserAgent(text: string): UserAgent {
  let read = known.get(text);
  if (read === undefined) {
    read = {
      isBrowser: text.startsWith('Mozilla/') && !isbot(text) && !PROGRAM.test(text),
      device: detectDevice(text),
    };
    known.set(text, read);
  }
  return read;
}

function detectDevice(text: string): Device {
  if (/iPad|Tablet|PlayBook|Silk(?!.*Mobile)/.test(text)) return 'tablet';
  if (/Mobi|iPhone|iPod/.test(text)) return 'phone';
  return text.includes('Android') ? 'tablet' : 'desktop';
}
