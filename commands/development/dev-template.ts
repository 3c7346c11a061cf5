import type { Template } from '#engine/compile/types.ts';

/**
 * A page in development: with the client that reloads it, and without the policy that would block it.
 *
 * @param refresh number of the last refresh before compilation; the client reports it, see `refreshEvent`
 */
export function adaptForDevelopment(template: Template, basePath: string, refresh: number): Template {
  const scripts = buildDevScripts(basePath, refresh);
  let done = false;
  const parts = template.parts.map((part) => {
    if (done || typeof part !== 'string' || !part.includes('<body')) return part;
    done = true;
    return part.replace('<body', () => `${scripts}<body`);
  });
  // Browsers keep a page with the same ETag, and would report the former number and be reloaded without end.
  return { ...template, key: `${refresh}-${template.key}`, parts, contentSecurityPolicy: '' };
}

/** The client that reloads a page; also part of the built-in error page, which would stay open after the correction otherwise. */
export const buildDevScripts = (basePath: string, refresh: number): string =>
  `<script type="module" src="${basePath}@vite/client"></script>` +
  `<script type="module" src="${basePath}engine/vike/dev-client.ts" data-refresh="${refresh}"></script>`;
