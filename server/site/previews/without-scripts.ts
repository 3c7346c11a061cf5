/** What would run, be counted or name the page to search engines. The compiler writes it: its attributes hold no `<` and no `>`. */
const unwanted = [
  /<script\b[^>]*>[^]*?<\/script>/g,
  /<noscript>(?:<img\b[^<>]*>)*<\/noscript>/g,
  /<link\b[^<>]*\brel="(?:canonical|alternate|modulepreload)"[^<>]*>/g,
] as const;

/** A page that does nothing but look as it is. */
export const withoutScripts = (html: string): string =>
  unwanted.reduce((text, pattern) => text.replaceAll(pattern, ''), html);
