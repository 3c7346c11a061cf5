import { DEFAULT_LANDING } from '#engine/shared/default-landing.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseWholeNumber } from '#engine/shared/parse-number.ts';
import { escapeHtml } from '#engine/shared/escape.ts';
import type { Finding } from '#engine/shared/finding.ts';
import { readSource } from '#engine/cli/gen/source.ts';
import type { CompileInput, Template } from '#engine/compile/types.ts';
import { buildExampleDocument } from '#engine/documents/example-document.ts';
import { isObject, type JsonObject } from '#engine/documents/json.ts';
import { parseSource } from '#engine/documents/source.ts';
import type { ResolveInput, ResolveResult, Site } from '#engine/documents/types.ts';
import { root } from '#server/platform/paths.ts';
import { getDefaultFacets } from '#server/site/store/default-pages.ts';
import { fillParts, createPageSource } from '#server/site/pages/page-source.ts';

export interface DevBlocks {
  readonly site: () => Site;
  readonly read: () => Promise<ResolveInput>;
  readonly resolve: (input: ResolveInput) => Promise<ResolveResult>;
  /** Compiles with the images of the site. */
  readonly compile: (input: CompileInput) => Promise<Template>;
}

/** Path of a temporary document. */
const FILE = 'pages-config/pages/development-example.json';
/** Facets that make conditional blocks visible. */
const SHOWN = { product: 'asked' } as const;

/** Renders a single block: an example, or an edited one. Errors are shown as `check` reports them. */
export async function sendDevBlock(
  request: IncomingMessage,
  response: ServerResponse,
  blocks: DevBlocks,
): Promise<void> {
  try {
    const { status, html } = await answer(request, blocks);
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  } catch (error) {
    // A component that throws, or a missing text, is reported in the frame.
    response.writeHead(422, { 'content-type': 'text/html; charset=utf-8' }).end(message([String(error)]));
  }
}

interface Answer {
  readonly status: number;
  readonly html: string;
}

async function answer(request: IncomingMessage, { site: current, ...blocks }: DevBlocks): Promise<Answer> {
  const { searchParams: asked } = new URL(request.url ?? '/', 'http://development');
  const sent = new URLSearchParams(request.method === 'POST' ? await text(request) : '');
  const type = asked.get('type');
  const example = readSource(root).blocks.find(({ name }) => name === type)?.examples[
    parseWholeNumber(asked.get('example') ?? '')
  ];
  const written = sent.get('block') ?? (example === undefined ? null : JSON.stringify(example.block, null, 2));
  if (written === null) return { status: 404, html: message(['There is no such example.']) };

  // The block starts on its own line, so that line numbers match the editor.
  const file = `{"$schema":"x","version":4,"route":"/development-example","layout":"default","meta":{"title":{},"description":{}},"blocks":[\n${written}\n]}`;
  // Unchanged examples are checked with their schema; checking one here takes the whole project.
  const findings = sent.has('block') ? await checkExample(file, blocks) : [];
  if (findings.length > 0) return { status: 422, html: message(findings) };
  const block = blockIn(file);
  if (block === null) return { status: 422, html: message(['The text is not one block.']) };

  const site = current();
  const model = site.documents.get(site.config.documents.start ?? DEFAULT_LANDING);
  if (model === undefined) return { status: 404, html: message(['The site has no landing to lend its frame.']) };
  const theme = sent.get('theme') === 'ink' ? 'ink' : 'day';
  const document = buildExampleDocument(model, { name: 'development', block, theme });
  const own = { ...site, documents: new Map([...site.documents, [document.id, document]]) };
  const { available, default: preferred } = site.config.locales;
  const locale = available.find((each) => each === sent.get('locale')) ?? preferred;
  const facets = { ...getDefaultFacets(own, document.id, Date.now()), ...SHOWN };
  const template = await blocks.compile({
    site: own,
    document: document.id,
    locale,
    variations: [],
    facets,
    path: '/',
  });
  return { status: 200, html: fillParts(createPageSource(template), {}) + template.end };
}

/** Findings in the block itself; a single block is no complete page. */
async function checkExample(
  file: string,
  { read, resolve }: Pick<DevBlocks, 'read' | 'resolve'>,
): Promise<readonly string[]> {
  const input = await read();
  const layers = [...input.layers, { name: 'draft' as const, files: new Map([[FILE, file]]) }];
  const result = await resolve({ ...input, layers });
  const findings = result.ok ? result.warnings : result.findings;
  return findings.filter(isOfBlock).map(({ line, column, rule, path, message: words, suggestion }) => {
    const meant = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
    return `${line - 1}:${column} ${rule} ${path.replace(/^blocks\[0\]\.?/, '')}: ${words}${meant}`;
  });
}

const ofPage = new Set(['single-h1', 'heading-order', 'broken-anchor']);

const isOfBlock = ({ file, path, rule }: Finding): boolean =>
  file === FILE && (rule === 'json' || path.startsWith('blocks[')) && !ofPage.has(rule);

function blockIn(file: string): JsonObject | null {
  const { value } = parseSource(FILE, file);
  const list = isObject(value) ? value['blocks'] : [];
  const [block, ...others] = Array.isArray(list) ? (list as readonly unknown[]) : [];
  return isObject(block) && others.length === 0 ? block : null;
}

const message = (lines: readonly string[]): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Block</title><body style="font: 1rem/1.5 system-ui, sans-serif"><ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul></body></html>`;
