import type { PageContext } from '#engine/block-kit/types.ts';

/** The address of the current page in the language of a menu link: path, query and fragment stay (R23), so that a code in them survives reload and Back. */
export function switchLinkLanguage(
  link: URL,
  shown: URL,
  { path, languages }: Pick<PageContext, 'path' | 'languages'>,
  basePath: string,
): URL {
  const target = new URL(link);
  for (const [name, value] of shown.searchParams)
    if (name !== 'lang' && !target.searchParams.has(name)) target.searchParams.append(name, value);
  target.hash = shown.hash;
  // At the page's own address, which may differ by language, the link leads to that in its language.
  const own = languages.find(({ current }) => current);
  if (own !== undefined && new URL(own.href, shown).pathname === shown.pathname) return target;
  const base = basePath.slice(0, -1);
  const ownPath = path === '/' ? '' : path;
  const readPrefix = ({ pathname, searchParams }: URL): string => {
    const whole = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
    if (whole.endsWith(ownPath)) return whole.slice(0, whole.length - ownPath.length);
    // A link to a missing page names its path instead of that of the error page.
    const prefix = `${base}/${searchParams.get('lang')}`;
    return whole.startsWith(`${prefix}/`) ? prefix : base;
  };
  // Without language prefixes, the first segment is part of the path.
  const hasPrefixes = languages.some(({ href }) => readPrefix(new URL(href, shown)) !== base);
  const prefixes = hasPrefixes ? languages.map(({ locale }) => `${base}/${locale}`) : [];
  const { pathname } = shown;
  const prefix = prefixes.find((each) => pathname === each || pathname.startsWith(`${each}/`)) ?? base;
  const rest = pathname.slice(prefix.length);
  target.pathname = readPrefix(link) + (rest === '/' ? '' : rest) || '/';
  return target;
}
