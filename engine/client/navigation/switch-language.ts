import type { PageContext } from '#engine/block-kit/types.ts';

/** The address of the current page in the language of a menu link: path, query and fragment stay (R23), so that a code in them survives reload and Back. */
export function switchLinkLanguage(
  link: URL,
  shown: URL,
  { path, languages }: Pick<PageContext, 'path' | 'languages'>,
  basePath: string,
): URL {
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
  const target = new URL(link);
  target.pathname = readPrefix(link) + (rest === '/' ? '' : rest) || '/';
  for (const [name, value] of shown.searchParams)
    if (name !== 'lang' && !target.searchParams.has(name)) target.searchParams.append(name, value);
  target.hash = shown.hash;
  return target;
}
