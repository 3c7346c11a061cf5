export type Device = 'phone' | 'tablet' | 'desktop';

/** Programs that name themselves, or that run a browser without a person: crawlers, monitors, previews, tests. */
const PROGRAM =
  /bot\b|bot[/;+-]|crawl|spider|slurp|headless|lighthouse|pagespeed|prerender|preview|monitor|uptime|pingdom|facebookexternalhit|embedly|whatsapp|curl|wget|python|okhttp|axios|phantomjs|selenium|webdriver/i;

/** Whether a person's browser asks. Every browser calls itself Mozilla; what does not is a program. */
export function isBrowser(userAgent: string): boolean {
  return userAgent.startsWith('Mozilla/') && !PROGRAM.test(userAgent);
}

/** The kind of device, as far as its browser tells. */
export function deviceOf(userAgent: string): Device {
  if (/iPad|Tablet|PlayBook|Silk(?!.*Mobile)/.test(userAgent)) return 'tablet';
  if (/Mobi|iPhone|iPod/.test(userAgent)) return 'phone';
  return userAgent.includes('Android') ? 'tablet' : 'desktop';
}
