import { pascalCase } from './schema.ts';
import type { Source } from './source.ts';
import { writeModule } from './write-module.ts';

/** Namespaces whose texts are said by code of the server: mails, and the pages of those who run the house. */
const namespaces = ['mail', 'staff'] as const;

/** `texts/<namespace>.ts`: the texts of a namespace in each language of the site, for code that says them. */
export function generateCodeTexts(source: Source): readonly (readonly [file: string, text: string])[] {
  return namespaces.map((namespace) => [`schemas/generated/texts/${namespace}.ts`, moduleOf(namespace, source)]);
}

/** A language without the file is left out; `npm run check` reports it, and the type of the texts does not hold. */
function moduleOf(namespace: string, { languages, textFiles }: Source): string {
  const files = new Set(textFiles);
  const there = languages.filter((language) => files.has(`locales/${language}/${namespace}.json`));
  const [source] = languages;
  const isSaid = source !== undefined && there.includes(source);
  return writeModule(
    there
      .map(
        (language) =>
          `import ${nameOf(language)} from '../../../locales/${language}/${namespace}.json' with { type: 'json' };`,
      )
      .join('\n'),
    `export type ${pascalCase(namespace)}Key = ${isSaid ? `keyof typeof ${nameOf(source)}` : 'string'};`,
    `/** The texts of \`locales/<language>/${namespace}.json\` by language and key. */
export const ${namespace}Texts = {${there.map((language) => `\n  '${language}': ${nameOf(language)},`).join('')}${there.length === 0 ? '' : '\n'}};`,
  );
}

/** `pt-BR` → `textsPtBR`: no language is a reserved word of the code. */
function nameOf(language: string): string {
  return `texts${pascalCase(language)}`;
}
