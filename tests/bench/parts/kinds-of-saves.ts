import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newBlock } from '#engine/cli/new/new-block.ts';
import { readSource } from '#engine/cli/gen/source.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import type { ProjectCopy } from '#tests/helpers/project-copy.ts';

/** Files to save in. */
export type Saved = Pick<ProjectCopy, 'folder' | 'read' | 'write'>;

/** A kind of save; the page shows its mark. */
export interface KindOfSave {
  readonly name: string;
  /** Saves of a page of Vite alone that it is compared with. */
  readonly control: 'page' | 'style' | 'module';
  /** Number of places that show the mark: title of the page, its blocks, `--mark` of styles, `data-mark` of components. */
  readonly places?: number;
  /** Prepares all saves of this kind. */
  readonly begin?: (project: Saved, marks: readonly string[]) => void;
  readonly save: (project: Saved, mark: string) => void | Promise<void>;
}

const TEXTS = 'locales/en/about.json';
const DOCUMENT = 'pages-config/pages/about-us.json';
const STYLE = 'blocks/rich-text/RichText.module.css';
const COMPONENT = 'blocks/rich-text/RichText.tsx';
const SCHEMA = 'blocks/rich-text/rich-text.schema.json';
/** Folders that saves change. */
const FOLDERS = ['blocks', 'pages-config', 'locales', 'schemas', 'docs'];
/** Milliseconds between both halves of a file. */
const HALF_MS = 30;

export const inTitle = (mark: string): string => `Mark ${mark}`;

function git({ folder }: Saved, ...args: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', ...args], { cwd: folder });
}

/** Makes the project a repository, to which `restore` goes back. */
export function commitProject(project: Saved): void {
  git(project, 'init', '--quiet', '--initial-branch=main');
  git(project, 'add', ...FOLDERS);
  git(project, 'commit', '--quiet', '--message=Before');
}

export function restore(project: Saved): void {
  git(project, 'checkout', '--quiet', '--force', 'main');
  git(project, 'clean', '--quiet', '--force', '-d', ...FOLDERS);
}

const committed = ({ folder }: Saved, file: string): string =>
  execFileSync('git', ['show', `main:${file}`], { cwd: folder, encoding: 'utf8' });

/** Saves a file as it was committed, with an edit. */
function edit(project: Saved, file: string, change: (before: string) => string): void {
  const before = committed(project, file);
  const after = change(before);
  if (after === before) throw new Error(`The edit of ${file} changes nothing.`);
  project.write(file, after);
}

async function saveInHalves(project: Saved, file: string, whole: string): Promise<void> {
  project.write(file, whole.slice(0, whole.length / 2));
  await sleep(HALF_MS);
  project.write(file, whole);
}

const withTitle = (before: string, mark: string): string =>
  before.replace('"about.title"', JSON.stringify(Object.fromEntries(locales.map((each) => [each, inTitle(mark)]))));

const withMarkOfComponent = (before: string, mark: string): string =>
  before.replace('<section\n', `<section\n      data-mark="${mark}"\n`);

const saveText = (project: Saved, mark: string): void =>
  edit(project, TEXTS, (before) => before.replace(/^( *"title": ).*?(,?)$/m, `$1"${inTitle(mark)}"$2`));
const saveStyle = (project: Saved, mark: string): void =>
  edit(project, STYLE, (before) => `${before}\n.column { --mark: ${mark}; }\n`);
const saveComponent = (project: Saved, mark: string): void =>
  edit(project, COMPONENT, (before) => withMarkOfComponent(before, mark));

const blockOf = (mark: string): string => `mark-${mark}`;

function writeBlock(project: Saved, mark: string): void {
  const name = blockOf(mark);
  const input = { name, base: '', journey: undefined, root: project.folder, source: readSource(project.folder) };
  const files = newBlock({ ...input, input: { variations: [] } });
  for (const [file, text] of files) {
    mkdirSync(dirname(join(project.folder, file)), { recursive: true });
    project.write(file, text);
  }
}

/** The document with one block of each of these types before its last one. */
const withBlocks = (before: string, marks: readonly string[]): string =>
  before.replace(
    /\{ "id": "footer"/,
    (footer) =>
      `${marks.map((mark) => `${JSON.stringify({ id: blockOf(mark), type: blockOf(mark), title: 'about.moment' })},`).join('\n')}\n${footer}`,
  );

/** Blocks that are not deleted yet. */
let left: readonly string[] = [];

export const kindsOfSaves: readonly KindOfSave[] = [
  { name: 'text', control: 'page', save: saveText },
  {
    name: 'document',
    control: 'page',
    save: (project, mark) => edit(project, DOCUMENT, (before) => withTitle(before, mark)),
  },
  { name: 'style of a block', control: 'style', save: saveStyle },
  { name: 'component of a block', control: 'module', save: saveComponent },
  {
    name: 'half-written document',
    control: 'page',
    save: (project, mark) => saveInHalves(project, DOCUMENT, withTitle(committed(project, DOCUMENT), mark)),
  },
  {
    name: 'half-written component',
    control: 'module',
    save: (project, mark) => saveInHalves(project, COMPONENT, withMarkOfComponent(committed(project, COMPONENT), mark)),
  },
  {
    name: 'schema of a block, with a document that needs it',
    control: 'module',
    begin: (project) =>
      edit(project, COMPONENT, (before) =>
        before
          .replace('actions = [],\n}', 'actions = [],\n  note,\n}')
          .replace('<section\n', '<section\n      data-mark={note}\n'),
      ),
    save(project, mark) {
      const note = JSON.stringify({ description: 'A mark.', type: 'string', enum: [mark] });
      edit(project, SCHEMA, (before) => before.replace('"properties": {', `"properties": { "note": ${note},`));
      edit(project, DOCUMENT, (before) =>
        before.replace('"type": "rich-text",', `"type": "rich-text", "note": "${mark}",`),
      );
    },
  },
  {
    name: 'new block, with a document that shows it',
    control: 'module',
    save(project, mark) {
      writeBlock(project, mark);
      edit(project, DOCUMENT, (before) => withBlocks(before, [mark]));
    },
  },
  {
    name: 'deleted block, and out of the document',
    control: 'page',
    begin(project, marks) {
      left = marks;
      for (const mark of marks) writeBlock(project, mark);
      edit(project, DOCUMENT, (before) => withBlocks(before, marks));
    },
    save(project, mark) {
      left = left.filter((each) => each !== mark);
      rmSync(join(project.folder, 'blocks', blockOf(mark)), { recursive: true });
      edit(project, DOCUMENT, (before) => withTitle(withBlocks(before, left), mark));
    },
  },
  {
    name: 'checkout of another branch',
    control: 'module',
    places: 3,
    begin(project, marks) {
      for (const mark of marks) {
        git(project, 'checkout', '--quiet', '--force', '-B', blockOf(mark), 'main');
        saveText(project, mark);
        saveStyle(project, mark);
        saveComponent(project, mark);
        git(project, 'commit', '--quiet', '--all', '--message=Mark');
      }
    },
    save: (project, mark) => git(project, 'checkout', '--quiet', '--force', blockOf(mark)),
  },
];
