import { join } from 'node:path';
import type { CompileInput, Template } from '#engine/compile/types.ts';
import { normaliseImage } from '#engine/compile/assets/normalise-image.ts';
import type { PageBytes, PageSize } from '#engine/documents/impact/draft-impact.ts';
import { findImpact } from '#engine/documents/impact/find-impact.ts';
import { getProject, resolveOn } from '#engine/documents/resolve.ts';
import type { DocumentId, ResolveResult } from '#engine/documents/types.ts';
import { renderPage } from '#server/site/previews/render-page.ts';
import { visitPage } from '#server/site/previews/visit-page.ts';
import { listFilesUnder, type Overlay } from '#server/site/publications/overrides.ts';
import type { PublishedProject } from '#server/site/publications/ports.ts';
import type { Uploads } from '#server/site/uploads/uploads.ts';
import { plainCompile } from './plain-compile.ts';
import { type Changes, smallProject } from './small-project.ts';

export interface SmallPublishedProject extends PublishedProject {
  /** Another build. */
  build(changes: Changes): void;
}

/** The small valid project, to be published over; its rules are checked in this thread. */
export function publishedProject(
  changes: Changes = {},
  uploadsIn: Uploads['mentionedIn'] = async () => [],
): SmallPublishedProject {
  let input = smallProject(changes);
  /** Unchanged documents are not resolved again. */
  let last: ResolveResult | undefined;
  const files = (): ReadonlyMap<string, string> => new Map(input.layers.flatMap((layer) => [...layer.files]));
  const resolveUnder = async (overlay: Overlay): Promise<ResolveResult> => {
    const layers = [{ name: 'published' as const, files: listFilesUnder(files(), overlay) }];
    const uploads = await uploadsIn([overlay]);
    const images = [...input.images, ...uploads.map(({ path }) => path)];
    const imageFiles = new Map(uploads.map(({ path, file }) => [path, file]));
    last = resolveOn({ ...input, layers, images, imageFiles }, '2026-11-20', last);
    return last;
  };
  return {
    root: join(import.meta.dirname, '../invalid-projects/project'),
    build: (other) => (input = smallProject(other)),
    files: async () => files(),
    images: {
      list: async () => [...input.images],
      normalise: normaliseImage,
      measure: async (paths) => paths.map(() => ({ width: 1_600, height: 900, bytes: 250_000 })),
      thumbnail: async () => Buffer.from('RIFF'),
    },
    inspect: async (overlays) =>
      Promise.all(
        overlays.map(async (overlay) => {
          const result = await resolveUnder(overlay);
          return result.ok ? result.warnings : result.findings;
        }),
      ),
    async readImpact(published, overlay, { document: asked, locale, now }) {
      const [before, after] = [await resolveUnder(published), await resolveUnder(overlay)];
      const findings = after.ok ? after.warnings : after.findings;
      const changed = [...overlay.keys()].filter((path) => overlay.get(path) !== published.get(path));
      const impacts = findImpact({ before: getProject(before), after: getProject(after), changed, findings });
      const measure = async (result: ResolveResult, document: DocumentId): Promise<PageBytes | null> => {
        const html = result.ok ? await renderPage(result.site, plainCompile, { document, locale, now }) : null;
        return html === null ? null : { html: html.length, scripts: 0, images: 0, inlineStyles: 0, inlineScripts: 0 };
      };
      const readSize = async (document: DocumentId): Promise<PageSize> => ({
        locale,
        before: await measure(before, document),
        after: await measure(after, document),
        limits: { page: 25_600, firstScreen: 200_000 },
      });
      const pages = impacts.map(async ({ document, bases, verdict, locales }) => ({
        document,
        bases,
        verdict,
        locales: [...locales],
        size: asked === undefined ? await readSize(document) : null,
      }));
      return { pages: await Promise.all(pages), size: asked === undefined ? null : await readSize(asked) };
    },
    async visit(overlay, visit) {
      const result = await resolveUnder(overlay);
      if (!result.ok) return { code: 'REFUSED', findings: result.findings };
      return visitPage(result.site, wholePage, visit);
    },
    render: async (overlay, page) => {
      const result = await resolveUnder(overlay);
      if (!result.ok) return { code: 'REFUSED', findings: result.findings };
      const { site } = result;
      const html = await renderPage(site, plainCompile, page);
      if (html === null) return { code: 'NO_PAGE' };
      const texts = JSON.stringify([...(site.texts.get(page.locale)?.values() ?? [])]);
      return { code: 'RENDERED', html: `${html}<pre>${texts}</pre>`, findings: result.warnings };
    },
  };
}

/** With what a preview has to leave out or change. */
function wholePage(input: CompileInput): Template {
  const template = plainCompile(input);
  const texts = JSON.stringify([...(input.site.texts.get(input.locale)?.values() ?? [])]);
  const links = '<a href="/de/about-us?a=1&amp;b=2#top">About</a><a href="https://elsewhere.example/">Elsewhere</a>';
  const form = '<form method="post" action="/do/registration"><button formaction="/do/other">Join</button></form>';
  const scripts =
    '<script type="module" src="/assets/start.js"></script><noscript><img src="/do/seen" alt=""></noscript>';
  // One page counts down, and has a script beside.
  const behaviours =
    input.document === 'landings/summer'
      ? ['/assets/behaviour-countdown-banner.abc.js', '/assets/behaviour-remember-referral.abc.js']
      : [];
  const navigation = { ...template.navigation, behaviours };
  return {
    ...template,
    navigation,
    end: `<body class="page">${links}${form}${scripts}<pre>${texts}</pre></body>${template.end}`,
  };
}
