import GithubSlugger from 'github-slugger';

/** The table of contents of a Markdown page: a line for each `##` heading with its `###` headings. Headings in fenced code are ignored. */
export function writeContents(page: string): string {
  const slugger = new GithubSlugger();
  const sections: { readonly link: string; readonly parts: string[] }[] = [];
  for (const [, level = '', heading = ''] of page.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^(#+) (.+)$/gm)) {
    const link = `[${heading}](#${slugger.slug(heading)})`;
    if (level === '##') sections.push({ link, parts: [] });
    else if (level === '###') sections.at(-1)?.parts.push(link);
  }
  return sections
    .map(({ link, parts }) => (parts.length === 0 ? `- ${link}` : `- ${link}: ${parts.join(' · ')}`))
    .join('\n');
}
