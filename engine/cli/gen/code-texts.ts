import { toCamelCase, toPascalCase } from './schema.ts';
import type { GeneratorInput } from './source.ts';
import { writeModule } from './write-module.ts';

/** Namespaces of texts that server code uses: mails and admin pages. */
const namespaces = ['mail', 'staff'] as const;

/** `texts/<namespace>.ts`: the texts of a namespace in each language of the site, for server code. */
export function generateCodeTexts(source: GeneratorInput): readonly (readonly [file: string, text: string])[] {
  return namespaces.map((namespace) => [
    `schemas/generated/texts/${namespace}.ts`,
    writeTextsModule(namespace, source),
  ]);
}

interface TextsFile {
  readonly file: string;
  /** `textsPtBR`, or `registrationTextsPtBR` of a journey; the prefix avoids reserved words. */
  readonly name: string;
}

/** The texts of the site and its journeys. A language without files is left out: `npm run check` reports it, and type checking fails. */
function writeTextsModule(namespace: string, { languages, textFiles, journeys }: GeneratorInput): string {
  const there = languages.flatMap((language) => {
    const files = ['', ...journeys.map(({ name }) => name)].flatMap((journey): TextsFile[] => {
      const file = `${journey === '' ? '' : `journeys/${journey}/`}locales/${language}/${namespace}.json`;
      return textFiles.includes(file) ? [{ file, name: toCamelCase(`${journey}-texts-${language}`) }] : [];
    });
    return files.length === 0 ? [] : [{ language, files }];
  });
  const [first] = there;
  const source = first?.language === languages[0] ? (first?.files ?? []) : [];
  const keys = source.map(({ name }) => `keyof typeof ${name}`).join(' | ');
  return writeModule(
    there
      .flatMap(({ files }) => files)
      .map(({ file, name }) => `import ${name} from '../../../${file}' with { type: 'json' };`)
      .join('\n'),
    `export type ${toPascalCase(namespace)}Key = ${keys === '' ? 'string' : keys};`,
    `/** The texts of \`locales/<language>/${namespace}.json\`, of the site and of its journeys, by language and key. */
export const ${namespace}Texts = {${there.map(({ language, files }) => `\n  '${language}': ${together(files)},`).join('')}${there.length === 0 ? '' : '\n'}};`,
  );
}

function together(files: readonly TextsFile[]): string {
  const [only, ...more] = files.map(({ name }) => name);
  return more.length === 0 ? (only ?? '{}') : `{ ...${[only, ...more].join(', ...')} }`;
}
