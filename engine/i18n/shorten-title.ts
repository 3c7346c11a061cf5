/** The title of a page without ` · ` and the name of the site at its end. */
export function shortenTitle(title: string, site: string): string {
  const end = ` · ${site}`;
  return title.endsWith(end) && title !== end ? title.slice(0, -end.length) : title;
}
