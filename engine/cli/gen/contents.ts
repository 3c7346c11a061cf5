/**
 * The table of contents of a Markdown page: a line for each `##` heading with the `###` headings below it. Headings in fenced code
 * are left out.
 */
export function contentsOf(page: string): string {
  const used = new Map<string, number>();
  const sections: { readonly link: string; readonly parts: string[] }[] = [];
  for (const [, level = '', heading = ''] of page.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^(#+) (.+)$/gm)) {
    const link = `[${heading}](#${anchorOf(heading, used)})`;
    if (level === '##') sections.push({ link, parts: [] });
    else if (level === '###') sections.at(-1)?.parts.push(link);
  }
  return sections
    .map(({ link, parts }) => (parts.length === 0 ? `- ${link}` : `- ${link}: ${parts.join(' · ')}`))
    .join('\n');
}

/** The anchor that GitHub gives a heading; a repeated one gets a number. */
function anchorOf(heading: string, used: Map<string, number>): string {
  const anchor = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
  const count = used.get(anchor) ?? 0;
  used.set(anchor, count + 1);
  return count === 0 ? anchor : `${anchor}-${count}`;
}
