import { toDocumentId } from '../to-document-id.ts';

/** The patterns of the schemas in plain language, for messages. A test covers all patterns. */
const FORMS: Readonly<Record<string, string>> = {
  '^[A-Z0-9\\-]{4,32}$': 'a code: 4 to 32 capital letters, digits and "-"',
  '^(?:UTC|[A-Z][A-Za-z_]+/[A-Za-z_\\-\\/]+)$': 'an IANA time zone such as Europe/Berlin, or UTC',
  '^(?:\\*\\.)?[a-z0-9\\-]+(?:\\.[a-z0-9\\-]+)+$':
    'a host in small letters without scheme, port or path, such as www.example.com, or *.example.com for all below it',
  '^(?:pages|landings)\\/[A-Za-z0-9\\-]+(?:\\/[A-Za-z0-9\\-]+)*$':
    'the id of a page or landing, such as pages/about-us',
  '^/[A-Za-z0-9\\/\\-]*$': 'a path that begins with a slash, of letters, digits, "-" and "/", such as /about-us',
  '^[0-9a-f]{12}$': 'twelve digits of 0–9 and a–f, which a command writes',
  '^[A-Z]{3}$': 'the three capital letters of a currency, such as EUR',
  '^[A-Z]{2}$': 'two capital letters, such as DE',
  '^[A-Z]{2}[0-9A-Z+*.]{2,13}$': 'two capital letters of the country and the number, such as DE123456789',
  '^[A-Za-z0-9\\-]{1,40}$': 'letters, digits and "-", at most 40 of them',
  '^[A-Za-z0-9_.:\\|\\/\\-]+$': 'letters, digits and _ . : | / -',
  '^[A-Za-z0-9_.\\-]+$': 'letters, digits, "_", "." and "-"',
  '^[a-z0-9\\-]+(?:\\.[a-z0-9\\-]+)+$': 'a host in small letters without scheme, port or path, such as www.example.com',
  '^[a-z0-9.\\-]+(?::[0-9]+)?$':
    'a host in small letters without scheme or path, such as www.example.com, with its port where it has one',
  '^[a-z0-9]+(?:-[a-z0-9]+)*$': 'small letters and digits, words joined by one "-", such as black-friday',
  '^[a-zA-Z0-9]+(?:\\.[a-zA-Z0-9]+)+$': 'names joined by dots, such as form.email',
  '^[a-zA-Z]+$': 'letters only',
  '^[a-z]+(?:_[a-z]+)*$': 'small letters, words joined by one "_", such as account_opened',
  '^[a-z][a-z0-9\\-]*$': 'small letters, digits and "-", beginning with a letter, such as opening-hours',
  '^[a-z][a-z0-9\\-]*(\\.[a-zA-Z0-9_\\-]+)+$':
    'a key in the form `namespace.key`, such as landing.hero.title, or the text itself in every language',
  '^[a-z][a-zA-Z0-9]*$': 'letters and digits, beginning with a small letter, such as appStore',
  '^[a-z][a-zA-Z0-9]*(?:-[a-z0-9]+)*$':
    'letters and digits, beginning with a small letter, words joined by one "-", such as newsletter-step',
  '^\\d{4}-\\d{2}-\\d{2}$': 'a day such as 2026-11-27',
  '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$': 'a local date and time such as 2026-11-27T00:00',
  '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])$': 'a day such as 2026-11-27',
  '^(?:\\d{4}(?:-(?:(?:0[1-9]|1[0-2])|(?:02-(?:0[1-9]|[12]\\d)|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01]))(?:T(?:[01]\\d|2[0-3]):[0-5]\\d)?))?|(?:[01]\\d|2[0-3]):[0-5]\\d)$':
    'a year, a month, a day of the calendar, a day with a time, or a time, such as 2026, 2026-11-27 or 19:30',
  '^https://[^\\s\\/]+\\.[^\\s]+$': 'an address that begins with https://, such as https://www.example.com',
  '^forms\\/[a-z][a-z0-9\\-]*$': 'the id of a form, such as forms/press',
  '^(?:pages|landings)/': 'the id of a page or landing, such as pages/about-us',
  '^(?:/[A-Za-z0-9._~\\-]+)+$':
    'a path that begins with a slash and ends without one, of letters, digits and . _ ~ -, such as /old/page.html',
  '^[A-Za-z][A-Za-z0-9_\\-]{0,39}$': 'a letter, then letters, digits, "_" and "-", 40 of all at most',
  '^[A-Za-z0-9][A-Za-z0-9_\\-]{0,39}$': 'a letter or a digit, then letters, digits, "_" and "-", 40 of all at most',
  '^[a-z][a-zA-Z]{0,39}$': 'a small letter, then letters, 40 of all at most, such as firstName',
  '^[a-z][a-z0-9\\-]{0,39}$': 'a small letter, then small letters, digits and "-", 40 of all at most, such as crm',
  '^(?!mailto:)[^@\\s<>,;]{1,64}@[^@\\s]{1,190}\\.[^@\\s.]{2,63}$':
    'one e-mail address alone, such as press@example.com',
  '^fragments/': 'the id of a fragment, such as fragments/footer',
  '^videos/[a-z0-9\\/_\\-]+\\.(?:mp4|webm)$':
    'the path of an MP4 or WebM file below videos/ in small letters, such as videos/atelier.mp4',
  '^videos/[a-zA-Z0-9\\/_.\\-]+\\.vtt$': 'the path of a WebVTT file below videos/, such as videos/atelier.de.vtt',
  '^landings/': 'the id of a landing, such as landings/default',
  '^brands/[a-z0-9]+(?:-[a-z0-9]+)*$': 'the id of a brand, such as brands/winter',
  '^pages/': 'the id of a page, such as pages/about-us',
  '^[MmLlHhVvCcSsQqTtAaZz0-9eE.,\\-\\s]+$': 'path data of SVG, such as M4 20 12 4l8 16z',
  '^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$':
    'small letters and digits, beginning with a letter, words joined by one "-", such as pale-gold',
  '^#[0-9A-Fa-f]{6}$': 'a colour such as #6A5ACD',
  '^(?:#[0-9A-Fa-f]{6}|[a-z][a-z0-9]*(?:-[a-z0-9]+)*)$': 'the name of a colour, or a colour such as #6A5ACD',
  '^(?:#(?:[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})|[a-z][a-z0-9]*(?:-[a-z0-9]+)*)$':
    'the name of a colour, or a colour such as #6A5ACD, or #6A5ACD40 for one that is a quarter opaque',
  '^[^\\u0000-\\u001F\\u007F\\u2028\\u2029<>]+$': 'one line without "<" and ">"',
  '^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$': 'a language (BCP 47), such as de or pt-BR',
  '^[A-Za-z0-9][A-Za-z0-9 ]*$': 'letters, digits and blanks, such as Playfair Display',
  '^[A-Za-z0-9][A-Za-z0-9 \\-]*$': 'the name of a font without quotes, such as Helvetica Neue, or sans-serif',
  '^(?:@[a-z0-9\\-]+/)?[a-z0-9\\-]+$': 'the name of a package, such as @fontsource-variable/inter',
  '^[a-zA-Z0-9\\-]+$': 'letters, digits and "-", such as wght-normal',
  '^[A-Za-z0-9_\\-]{6,20}$': 'letters, digits, "_" and "-", 6 to 20 of them',
  '^[a-z0-9\\-]+$': 'small letters, digits and "-", such as latin-ext',
  '^[A-Za-z]{4}$': 'the four letters of an axis, such as wght',
  '^pages-config/brand/(?:[A-Za-z0-9_\\-]+/)*[A-Za-z0-9_\\-]+\\.[a-z0-9]+$':
    'a path below pages-config/brand/ of letters, digits, "-" and "_", such as pages-config/brand/emblem.png',
  '^images/[a-z0-9\\/_\\-]+\\.(?:jpg|png|webp|avif)$':
    'a path below images/ in small letters, without blanks, that ends with .jpg, .png, .webp or .avif',
};

/** `undefined` for other patterns, for which the description of the property is used. */
export function describePattern(pattern: string): string | undefined {
  return Object.hasOwn(FORMS, pattern) ? FORMS[pattern] : undefined;
}

/** The id that was meant by one without its folder or by its file, such as `forms/press` by `press`. */
export function withFolder(found: unknown, pattern: string): string | undefined {
  const folder = /^\^([a-z]+)\\?\//.exec(pattern)?.[1];
  if (folder === undefined || typeof found !== 'string') return undefined;
  const bare = toDocumentId(found);
  const id = bare.includes('/') ? bare : `${folder}/${bare}`;
  return new RegExp(pattern, 'v').test(id) ? id : undefined;
}
