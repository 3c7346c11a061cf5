import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from '#engine/shared/escape.ts';
import type { Download } from '#server/admin/admin-page.ts';
import { root } from '#server/platform/paths.ts';

/** Name of the pages of rules among the downloads. */
export const RULE_PAGE = 'rule-page';

/** The page of a rule in `docs/rules/`, which findings lead to; in English, as the messages of findings are. */
export const rulePage: Download = {
  permission: 'author',
  async load({ query }) {
    const id = query.get('rule') ?? '';
    if (!/^[a-z0-9-]+$/.test(id)) return null;
    const text = await readFile(join(root, 'docs/rules', `${id}.md`), 'utf8').catch(() => null);
    return text === null ? null : { name: RULE_PAGE, type: 'text/html', shows: 'page', body: renderRule(id, text) };
  },
};

const STYLES =
  ':root{color-scheme:light dark}body{max-width:44rem;margin:2rem auto;padding:0 1.25rem;font:1rem/1.55 system-ui,sans-serif}pre{overflow:auto;padding:.75rem;border:1px solid}';

/** Pages of rules have a title, paragraphs, and blocks of code. */
function renderRule(id: string, markdown: string): string {
  const parts = markdown.split(/^```\w*\n([^]*?)^```$/m).map((part, index) =>
    index % 2 === 1
      ? `<pre tabindex="0"><code>${escapeHtml(part)}</code></pre>`
      : part
          .split(/\n{2,}/)
          .filter((each) => each.trim() !== '')
          .map(renderParagraph)
          .join(''),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(id)}</title><style>${STYLES}</style></head><body><main>${parts.join('')}</main></body></html>`;
}

function renderParagraph(text: string): string {
  const inline = escapeHtml(text.replace(/^# /, ''))
    // Other pages of the documentation are not served.
    .replaceAll(/\[([^[\]]+)\]\([^()\s]+\)/g, '$1')
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<b>$1</b>');
  return text.startsWith('# ') ? `<h1>${inline}</h1>` : `<p>${inline}</p>`;
}
