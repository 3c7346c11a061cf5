import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { suggestName } from '#engine/shared/suggest-name.ts';
import type { Finding } from '#engine/shared/finding.ts';
import { listPaths } from '#engine/documents/list-paths.ts';
import { toPascalCase } from './schema.ts';
import type { GeneratorInput } from './source.ts';

const FOLDER_NAME = /^_?[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const CODE = /^[A-Za-z][\w-]*(?:\.[a-z]+)*\.tsx?$/;
const STYLES = /^[A-Z]\w*\.module\.css$/;

/** Folders of blocks and layouts without read permission, and files in them that are never read. */
export function findFolderMistakes(root: string, { journeys }: Pick<GeneratorInput, 'journeys'>): readonly Finding[] {
  const ofBlocks = ['blocks', ...journeys.map(({ folder }) => `${folder}/blocks`)];
  const folders = [...ofBlocks, 'blocks/layouts']
    .flatMap((place) => listPaths(root, `${place}/*/`))
    .map((folder) => folder.replace(/\/$/, ''));
  return [
    ...folders.filter((folder) => folder !== 'blocks/layouts').flatMap((folder) => inFolder(root, folder)),
    ...ofBlocks
      .flatMap((place) => listLinks(root, place))
      .map((link) =>
        strayFile(
          link,
          'It is a link, and folders of blocks are not. Put the files themselves here, under a name of their own.',
        ),
      ),
    // Stylesheets for all blocks are next to their folders.
    ...[...ofBlocks, 'blocks/layouts'].flatMap((place) =>
      listPaths(root, `${place}/*.*`)
        .filter((file) => !/^blocks\/[a-z]+\.css$/.test(file))
        .map((file) => strayFile(file, `Each block has a folder of its own below ${place}/. Move the file there.`)),
    ),
  ];
}

const listLinks = (root: string, place: string): readonly string[] =>
  existsSync(join(root, place))
    ? readdirSync(join(root, place), { withFileTypes: true })
        .filter((entry) => entry.isSymbolicLink())
        .map(({ name }) => `${place}/${name}`)
    : [];

function inFolder(root: string, folder: string): readonly Finding[] {
  const name = basename(folder);
  const files = readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .toSorted();
  const [first] = files;
  if (first === undefined) return [];
  const schema = `${name}.schema.json`;
  const other = files.find((file) => file.endsWith('.schema.json'));
  if (!FOLDER_NAME.test(name))
    return [
      finding(
        'schema-name',
        `${folder}/${other ?? first}`,
        `The folder "${name}" must have a name of small letters and digits with single hyphens between words, because documents name the block by it. Rename the folder.`,
        name
          .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
          .replaceAll(/[\s_]+/g, '-')
          .replaceAll(/[()]/g, '')
          .toLowerCase(),
      ),
    ];
  if (!files.includes(schema)) {
    if (other !== undefined)
      return [
        finding(
          'schema-name',
          `${folder}/${other}`,
          `The folder "${name}" has ${other}, but its schema must be named "${schema}". Rename one of the two.`,
          schema,
        ),
      ];
    const component = `${toPascalCase(name)}.tsx`;
    return [
      finding(
        'block-files',
        `${folder}/${files.includes(component) ? component : first}`,
        `The folder "${name}" has no schema "${schema}", so that no document can name this block. Put it back, or take the whole folder away; "npm run new block <name>" writes all files of a block.`,
      ),
    ];
  }
  const own = [
    schema,
    'examples.json',
    'strings.json',
    `${toPascalCase(name)}.tsx`,
    `${toPascalCase(name)}.module.css`,
  ];
  const meant = [...own, `${toPascalCase(name)}.behaviour.ts`].filter((each) => !files.includes(each));
  return [
    ...files
      .filter((file) => !own.includes(file) && !CODE.test(file) && !STYLES.test(file))
      .map((file) =>
        strayFile(
          `${folder}/${file}`,
          `A block consists of its schema, code, "*.module.css", "examples.json" and "strings.json". Rename the file or remove it.`,
          suggestName(file, meant),
        ),
      ),
    ...files
      .filter((file) => !own.includes(file) && CODE.test(file) && !FOUND_BY_NAME.test(file))
      .filter((file) => !files.some((by) => by !== file && CODE.test(by) && isImportedBy(join(root, folder, by), file)))
      .map((file) =>
        strayFile(
          `${folder}/${file}`,
          'No code of the block imports it. Import it, or remove it.',
          suggestName(file, meant),
        ),
      ),
  ];
}

/** Tests, types, migrations and code of the browser. */
const FOUND_BY_NAME = /\.(?:test|d|behaviour|element)\.tsx?$|^migrations\.ts$/;

const isImportedBy = (path: string, file: string): boolean => readFileSync(path, 'utf8').includes(`/${file}'`);

const strayFile = (file: string, what: string, suggestion?: string): Finding =>
  finding('stray-file', file, `The file "${file}" is not used. ${what}`, suggestion);

const finding = (rule: string, file: string, message: string, suggestion?: string): Finding => ({
  rule,
  severity: 'error',
  file,
  line: 1,
  column: 1,
  path: '',
  message,
  ...(suggestion !== undefined && { suggestion }),
});
