import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '#engine/shared/finding.ts';
import { listPaths } from '#engine/documents/list-paths.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { root } from '#server/platform/paths.ts';
import type { PreviewLinks } from '#server/site/previews/preview-links.ts';
import { buildDraftOverlay } from '#server/site/publications/drafts.ts';
import { listFilesUnder, hashContent } from '#server/site/publications/overrides.ts';
import type { FileEdit, Publications } from '#server/site/publications/publications.ts';

/** Ports of the tools. */
export interface AuthoringPorts {
  readonly publications: Pick<
    Publications,
    'listDrafts' | 'createDraft' | 'readDraft' | 'saveFiles' | 'revertFile' | 'submitDraft' | 'readContent' | 'check'
  >;
  /** `null` where files on disk are served unchanged. */
  readonly previews: Pick<PreviewLinks, 'create' | 'buildPath'> | null;
  readonly publicOrigin: string;
  readonly basePath: string;
}

/** A tool of the Model Context Protocol; its input is validated against its schema. */
export interface AuthoringTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema 2020-12. */
  readonly input: { readonly [key: string]: unknown };
  readonly isReading: boolean;
  /** @returns plain data for the agent; an `error` message when nothing was done */
  run(ports: AuthoringPorts, input: unknown, actor: string): Promise<object>;
}

/** Maximum characters of names. */
const MAX_NAME = 120;
const draft = { type: 'string', pattern: '^[\\w-]{1,64}$', description: 'Id of a draft.' };
const path = {
  type: 'string',
  maxLength: 250,
  description: 'Path of a file, such as pages-config/pages/about-us.json or locales/en/about.json.',
};
const seen = {
  type: 'string',
  maxLength: 64,
  description: 'The hash that read_file gave with the content; empty for a file that did not exist.',
};
const inDraft = { ...draft, description: 'Id of a draft; what visitors get when left out.' };

function object(properties: object, required: readonly string[] = []): AuthoringTool['input'] {
  return { type: 'object', additionalProperties: false, properties, required };
}

/** Checked edge: the tool's schema, which corresponds to `Input`, validated the input. */
function tool<Input>(
  definition: Omit<AuthoringTool, 'run'> & {
    run(ports: AuthoringPorts, input: Input, actor: string): Promise<object>;
  },
): AuthoringTool {
  return { ...definition, run: (ports, input, actor) => definition.run(ports, input as Input, actor) };
}

/** Tools of agents: everything that an author can do with drafts, except publishing (N19). */
export const authoringTools: readonly AuthoringTool[] = [
  tool<{ readonly draft?: string; readonly search?: string }>({
    name: 'list_files',
    description: 'Lists the paths of documents (pages-config) and texts (locales).',
    input: object({
      draft: inDraft,
      search: { type: 'string', maxLength: MAX_NAME, description: 'Part of a path, or of the content of a file.' },
    }),
    isReading: true,
    async run({ publications }, { draft: id, search = '' }) {
      const files = await readContent(publications, id);
      if (files === null) return noDraft(id);
      const found = [...files].filter(([name, content]) => name.includes(search) || content.includes(search));
      return { files: found.map(([name]) => name).toSorted() };
    },
  }),
  tool<{ readonly path: string; readonly draft?: string }>({
    name: 'read_file',
    description:
      'Reads a document or texts, with the version and the hash that save_files expects as version and seen.',
    input: object({ path, draft: inDraft }, ['path']),
    isReading: true,
    async run({ publications }, { path: name, draft: id }) {
      const open = id === undefined ? null : await publications.readDraft(id);
      if (open === null && id !== undefined) return noDraft(id);
      const change = open?.changes.find((each) => each.path === name);
      const content = change ? change.content : ((await publications.readContent()).get(name) ?? null);
      const read = { path: name, content, version: change?.version ?? 0, seen: hashContent(content ?? undefined) };
      return content === null ? { ...read, error: `There is no file "${name}".` } : read;
    },
  }),
  tool<{ readonly name?: string }>({
    name: 'read_schema',
    description:
      'Reads the JSON Schema of a kind of document or of a type of block; without a name, lists the names that there are.',
    input: object({
      name: { type: 'string', pattern: '^[a-z][a-z-]{0,60}$', description: 'Such as landing or hero.' },
    }),
    isReading: true,
    async run(_ports, { name }) {
      const files = schemaFiles();
      if (name === undefined) return { schemas: [...files.keys()].toSorted() };
      const file = files.get(name);
      if (file === undefined) return { error: `There is no schema "${name}".`, schemas: [...files.keys()].toSorted() };
      return { name, schema: JSON.parse(await readFile(join(root, file), 'utf8')) as unknown };
    },
  }),
  tool<object>({
    name: 'list_drafts',
    description: 'Lists the open drafts, the last changed first.',
    input: object({}),
    isReading: true,
    run: async ({ publications }) => ({ drafts: await publications.listDrafts() }),
  }),
  tool<{ readonly draft: string }>({
    name: 'read_draft',
    description: 'Reads what a draft changes: each file as visitors get it and as the draft has it.',
    input: object({ draft }, ['draft']),
    isReading: true,
    async run({ publications }, { draft: id }) {
      const open = await publications.readDraft(id);
      if (open === null) return noDraft(id);
      return {
        ...open,
        changes: open.changes.map((each) => ({ ...each, seen: hashContent(each.content ?? undefined) })),
      };
    },
  }),
  tool<{ readonly name: string }>({
    name: 'create_draft',
    description: 'Creates an empty draft. Visitors see nothing of a draft until a person publishes it.',
    input: object({ name: { type: 'string', minLength: 1, maxLength: MAX_NAME } }, ['name']),
    isReading: false,
    run: ({ publications }, { name }, actor) => publications.createDraft({ name, actor }),
  }),
  tool<{ readonly draft: string; readonly files: readonly Omit<FileEdit, 'base'>[] }>({
    name: 'save_files',
    description:
      'Saves whole files in a draft, all of them or none, and answers with the findings of all rules. Read a file first: its version and its content must still be those that were read.',
    input: object(
      {
        draft,
        files: {
          type: 'array',
          minItems: 1,
          maxItems: 50,
          items: object(
            {
              path,
              content: { type: ['string', 'null'], description: 'The whole text; null removes the file.' },
              version: { type: 'integer', minimum: 0 },
              seen,
            },
            ['path', 'content', 'version', 'seen'],
          ),
        },
      },
      ['draft', 'files'],
    ),
    isReading: false,
    async run({ publications }, { draft: id, files }, actor) {
      const saved = await publications.saveFiles({ draft: id, files, actor });
      switch (saved.code) {
        case 'SAVED':
          return { saved: true, ...(await checkDraft(publications, id)) };
        case 'CONFLICT':
          return {
            error: `${saved.file.path} is not what was read: someone else saved or published it. Nothing was saved: read it again.`,
            file: { ...saved.file, seen: hashContent(saved.file.content ?? undefined) },
          };
        case 'REFUSED':
          return { error: 'Nothing was saved.', errors: saved.findings.map(shortFinding) };
        case 'NO_DRAFT':
          return noDraft(id);
      }
    },
  }),
  tool<{ readonly draft: string; readonly path: string; readonly seen: string }>({
    name: 'revert_file',
    description: 'Takes a file out of a draft: it is again as visitors get it.',
    input: object({ draft, path, seen }, ['draft', 'path', 'seen']),
    isReading: false,
    async run({ publications }, { draft: id, path: name, seen: read }, actor) {
      if (await publications.revertFile({ draft: id, path: name, actor, seen: read })) return { reverted: true };
      const open = await publications.readDraft(id);
      if (open === null) return noDraft(id);
      return open.changes.some((each) => each.path === name)
        ? { error: `${name} is not what was read: someone else saved it. Read it again.` }
        : { error: `The draft "${id}" has no change of "${name}".` };
    },
  }),
  tool<{ readonly draft: string }>({
    name: 'check_draft',
    description: 'Checks a draft under all rules. Errors prevent its publication.',
    input: object({ draft }, ['draft']),
    isReading: true,
    async run({ publications }, { draft: id }) {
      const there = await publications.readDraft(id);
      return there === null ? noDraft(id) : checkDraft(publications, id);
    },
  }),
  tool<{ readonly draft: string; readonly locale: Locale; readonly page?: string; readonly days?: number }>({
    name: 'create_preview_link',
    description:
      'Creates a link that shows the pages of a draft to anyone who has it, as a first visit would get them.',
    input: object(
      {
        draft,
        page: {
          type: 'string',
          pattern: '^/',
          maxLength: 250,
          description: 'Address without a language; / by default.',
        },
        locale: { type: 'string', enum: [...locales] },
        days: { type: 'integer', minimum: 1, maximum: 90, description: 'For which it works; 7 by default.' },
      },
      ['draft', 'locale'],
    ),
    isReading: false,
    async run({ previews, publicOrigin, basePath }, input, actor) {
      const { draft: id, locale, page = '/', days = 7 } = input;
      const subject = { kind: 'draft', draft: id } as const;
      const link = (await previews?.create({ subject, path: page, locale, facts: firstVisit, days, actor })) ?? null;
      if (previews === null || link === null) return noDraft(id);
      if (link === 'full')
        return { error: 'The draft has as many preview links as it may. Revoke one in the admin area.' };
      return {
        url: publicOrigin + previews.buildPath(basePath, link),
        expiresAt: new Date(link.expiresAt).toISOString(),
      };
    },
  }),
  tool<{ readonly draft: string; readonly note?: string }>({
    name: 'submit_draft',
    description:
      'Asks publishers to review a draft without errors and publish it; read_draft says whether they declined it, and why.',
    input: object({ draft, note: { type: 'string', maxLength: 1_000, description: 'What changes and why.' } }, [
      'draft',
    ]),
    isReading: false,
    async run({ publications }, { draft: id, note = '' }, actor) {
      const outcome = await publications.submitDraft({ draft: id, note, actor });
      if (outcome.code === 'NO_DRAFT') return noDraft(id);
      if (outcome.code === 'REFUSED')
        return {
          error: 'Nobody was asked to publish the draft: correct its errors first.',
          ...listFindings('errors', outcome.findings),
        };
      return outcome.code === 'EMPTY' ? { error: 'The draft changes nothing.' } : { submitted: true };
    },
  }),
];

const firstVisit = { at: null, country: null, consent: null, webView: false, referrer: null, variations: {} } as const;

const noDraft = (id = ''): object => ({
  error: `There is no draft "${id}": it is published, discarded or never was.`,
});

/** Live files, with the changes of a draft if one is given; `null` for an unknown draft. */
async function readContent(
  publications: AuthoringPorts['publications'],
  id: string | undefined,
): Promise<ReadonlyMap<string, string> | null> {
  if (id === undefined) return publications.readContent();
  const open = await publications.readDraft(id);
  return open === null ? null : listFilesUnder(await publications.readContent(), buildDraftOverlay(open.changes));
}

async function checkDraft(publications: AuthoringPorts['publications'], id: string): Promise<object> {
  const { errors, newWarnings } = await publications.check(id);
  return { ...listFindings('errors', errors), ...listFindings('newWarnings', newWarnings) };
}

/** Maximum number of findings in an answer; others often follow from the first ones. */
const MAX_FINDINGS = 100;

const listFindings = (name: string, findings: readonly Finding[]): object => ({
  [name]: findings.slice(0, MAX_FINDINGS).map(shortFinding),
  ...(findings.length > MAX_FINDINGS && { [`${name}InAll`]: findings.length }),
});

/** A finding for agents: severity is known from the list, and agents write fixes themselves. */
const shortFinding = ({ severity: _severity, fix: _fix, dependents: _dependents, ...finding }: Finding): object =>
  finding;

/** Schemas by kind of document or type of block. */
function schemaFiles(): ReadonlyMap<string, string> {
  const files = listPaths(root, ['schemas/*.schema.json', '{blocks,journeys/*/blocks}/*/*.schema.json']);
  return new Map(files.map((file) => [file.slice(file.lastIndexOf('/') + 1, -'.schema.json'.length), file]));
}
