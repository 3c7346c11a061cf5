import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';

export type Device = 'phone' | 'tablet' | 'desktop';

/**
 * What an edge takes for a program (`deploy/nginx/vitrine.conf`), but for the phones of Cubot. It need not know all of them: an answer
 * is kept for programs only where this server takes anyone who asks for one, too.
 */
export const PROGRAM =
  /(?<!cu)bot(?:\b|[/;+-])|crawl|spider|slurp|headless|lighthouse|pagespeed|prerender|preview|monitor|uptime|pingdom|facebookexternalhit|embedly|whatsapp|curl|wget|python|okhttp|axios|phantomjs|selenium|webdriver/i;

export interface UserAgent {
  /**
   * A person's browser asks. Every browser calls itself Mozilla; what does not is a program, and so is what the list of `isbot` or the one of the edge names:
   * crawlers, inspection tools, prerenders, previews, monitors, browsers without a person.
   */
  readonly isBrowser: boolean;
  /** The kind of device, as far as its browser says. */
  readonly device: Device;
}

/** Visitors share a few thousand of them, but anybody may send long ones: bytes. */
const MOST_BYTES = 4 * 1024 * 1024;
const known = new LRUCache<string, UserAgent>({
  maxSize: MOST_BYTES,
  sizeCalculation: (_, text) => 300 + 2 * text.length,
});

/** What the header `User-Agent` says. */
export function readUserAgent(text: string): UserAgent {
  let read = known.get(text);
  if (read === undefined) {
    read = { isBrowser: text.startsWith('Mozilla/') && !isbot(text) && !PROGRAM.test(text), device: deviceOf(text) };
    known.set(text, read);
  }
  return read;
}

function deviceOf(text: string): Device {
  if (/iPad|Tablet|PlayBook|Silk(?!.*Mobile)/.test(text)) return 'tablet';
  if (/Mobi|iPhone|iPod/.test(text)) return 'phone';
  return text.includes('Android') ? 'tablet' : 'desktop';
}
