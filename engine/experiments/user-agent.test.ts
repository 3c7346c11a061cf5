import { expect, test } from 'vitest';
import { readUserAgent } from './user-agent.ts';

const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

test.each([
  ['a crawler', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['an inspection tool', 'Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)'],
  ['a crawler that does not call itself a bot', 'Mozilla/5.0 (compatible; Daum/4.1; +http://cs.daum.net/)'],
  ['a prerender', `Mozilla/5.0 (X11; Linux x86_64) ${chrome} Prerender (+https://github.com/prerender/prerender)`],
  ['a measurement', `Mozilla/5.0 (Linux; Android 11) ${chrome} Chrome-Lighthouse`],
  ['a browser without a person', `Mozilla/5.0 (X11; Linux x86_64) ${chrome.replace('Chrome', 'HeadlessChrome')}`],
  ['a library', 'axios/1.7'],
  ['nobody', ''],
])('%s is a program', (_who, text) => {
  expect(readUserAgent(text).isBrowser).toBe(false);
});

test.each([
  ['desktop', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome}`],
  ['phone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 [FBAN/FBIOS]'],
  ['phone', `Mozilla/5.0 (Linux; Android 12; CUBOT NOTE 21) ${chrome.replace(' Safari', ' Mobile Safari')}`],
  ['tablet', `Mozilla/5.0 (Linux; Android 13; SM-X200) ${chrome}`],
] as const)('a person with a %s is a visitor: %s', (device, text) => {
  expect(readUserAgent(text)).toEqual({ isBrowser: true, device });
});
