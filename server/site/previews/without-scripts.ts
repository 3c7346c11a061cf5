/** Scripts, tracking and search engine markup. Written by the compiler, so attributes contain no `<` or `>`. */
const unwanted = [
  /<script\b[^>]*>[^]*?<\/script>/g,
  /<noscript>(?:<img\b[^<>]*>)*<\/noscript>/g,
  /<link\b[^<>]*\brel="(?:canonical|alternate|modulepreload)"[^<>]*>/g,
] as const;

/** A page without behaviour. */
export const withoutScripts = (html: string): string =>
  unwanted.reduce((text, pattern) => text.replaceAll(pattern, ''), html);
