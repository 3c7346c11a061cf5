import { UserError } from '#engine/shared/errors.ts';
import { toCamelCase } from './schema.ts';
import { type JourneyPart, journeyParts, type GeneratorInput } from './source.ts';
import { writeLiteral, writeUnion, writeModule } from './write-module.ts';

/** The type of the objects in the registry of each part, declared by the module that calls them. */
const partTypes: Readonly<Record<JourneyPart, { readonly type: string; readonly from: string }>> = {
  decide: { type: 'Journey', from: '#engine/decide/journey.ts' },
  client: { type: 'BrowserJourney', from: '#engine/client/journey.ts' },
  server: { type: 'ServerJourney', from: '#server/forms/server-journey.ts' },
};

/** `journeys/<part>.ts` for each part: the registry of all journeys, in their order. */
export function generateJourneys(source: GeneratorInput): readonly (readonly [string, string])[] {
  return [
    ...journeyParts.map((part) => [`schemas/generated/journeys/${part}.ts`, writeRegistry(source, part)] as const),
    ['schemas/generated/journeys/plugins.ts', pluginRegistry(source)],
    ['schemas/generated/journeys/settings.ts', settingsRegistry(source)],
    ['schemas/generated/journeys/permissions.ts', permissionRegistry(source)],
  ];
}

function writeRegistry(source: GeneratorInput, part: JourneyPart): string {
  const { type, from } = partTypes[part];
  const having = source.journeys.filter(({ parts }) => parts.has(part));
  const names = having.map(({ name }) => toCamelCase(name));
  const withForms = part === 'server' && names.length > 0;
  return writeModule(
    [
      `import type { ${type} } from '${from}';`,
      ...having.map(({ name, folder }) => `import { ${toCamelCase(name)} } from '#${folder}/${part}/index.ts';`),
      ...(withForms ? [`import { ${names.map(nameForms).join(', ')} } from '../use-case-forms.ts';`] : []),
    ].join('\n'),
    `/** Journeys of \`vitrine.config.ts\` that have a part for this, in its order. */
export const journeys: readonly ${type}[] = [${names.map((name) => (withForms ? `{ ...${name}, useCases: ${nameForms(name)} }` : name)).join(', ')}];`,
  );
}

/** Keeps the type of each plugin, from which the backend's type is inferred. */
function pluginRegistry({ journeys }: GeneratorInput): string {
  const having = journeys.filter(({ isPlugin }) => isPlugin);
  return writeModule(
    having.map(({ name, folder }) => `import { ${toCamelCase(name)} } from '#${folder}/index.ts';`).join('\n'),
    `/** What journeys of \`vitrine.config.ts\` add to servers with a database, in its order. */
export const journeyPlugins = { ${having.map(({ name }) => toCamelCase(name)).join(', ')} };`,
  );
}

/** Keeps the types of rows and values, by which servers read settings. */
function settingsRegistry({ journeys }: GeneratorInput): string {
  const having = journeys.filter(({ hasSettings }) => hasSettings);
  return writeModule(
    having
      .map(({ name, folder }) => `import { settings as ${toCamelCase(name)} } from '#${folder}/settings.ts';`)
      .join('\n'),
    `/** Settings that journeys of \`vitrine.config.ts\` add, in its order. */
export const journeySettings = { ${having.map(({ name }) => toCamelCase(name)).join(', ')} };`,
  );
}

function permissionRegistry({ journeys }: GeneratorInput): string {
  const permissions = journeys.flatMap(({ vocabulary }) => Object.entries(vocabulary.permissions ?? {}));
  return writeModule(
    `/** What staff users may do on pages of journeys, and API clients with a token for it. */
export type JourneyPermission = ${writeUnion(permissions.map(([name]) => name))};`,
    `/** With the groups that have it beside \`admin\`. */
export const journeyPermissions = ${writeLiteral(permissions.map(([name, { groups }]) => ({ name, groups })))} as const satisfies readonly {
  readonly name: JourneyPermission;
  readonly groups: readonly string[];
}[];`,
  );
}

/**
 * `journeys/elements.ts`: custom elements of journeys, for the compiler and the build.
 * @throws when an element names a form that no journey has
 */
export function generatePageElements(source: GeneratorInput): string {
  const elements = source.journeys.flatMap(({ folder, elements: own }) =>
    own.map(({ tag, module, file, forms }) => {
      const unknown = forms.find((form) => !source.forms.has(form));
      if (unknown !== undefined)
        throw new UserError(
          `${folder}/client/elements.json names the form "${unknown}" for <${tag}>, which no journey has. Forms: ${[...source.forms.keys()].join(', ')}.`,
        );
      return { tag, module, file, forms };
    }),
  );
  return writeModule(
    `import type { FormName } from '../forms.ts';`,
    `/** A custom element that a journey puts on pages; its module is loaded with the page. */
export interface PageElement {
  readonly tag: string;
  /** Name of its module among those that are built for browsers. */
  readonly module: string;
  /** The module's file, from the project's root. */
  readonly file: string;
  /** Pages that have one of these forms have the element. */
  readonly forms: readonly FormName[];
}`,
    `export const pageElements: readonly PageElement[] = ${writeLiteral(elements)};`,
  );
}

/** `use-cases.ts`: the use cases of each journey, bound to its ports. */
export function generateUseCases({ journeys, useCases }: GeneratorInput): string {
  const tables = journeys.map(({ name: journey }) => {
    const own = useCases.filter((each) => each.journey === journey);
    const lines = own.map(({ name }) => `\n  ${toCamelCase(name)},`).join('');
    return `/** Use cases of the journey \`${journey}\`, by name: folders of its \`members/\` that have a file of their own name. */
export const ${toCamelCase(journey)}UseCases = {${lines}${own.length === 0 ? '' : '\n'}};`;
  });
  return writeModule(
    useCases.map(({ name, file }) => `import { ${toCamelCase(name)} } from '#${file}';`).join('\n'),
    ...(tables.length === 0 ? ['export {};'] : tables),
  );
}

const nameForms = (journey: string): string => `${journey}Forms`;

/** `use-case-forms.ts`: functions that make requests of posted forms, for each journey. */
export function generateUseCaseForms({ journeys, useCases }: GeneratorInput): string {
  const imports = useCases.flatMap(({ name, formFile }) =>
    formFile === null ? [] : [`import { form as ${toCamelCase(name)} } from '#${formFile}';`],
  );
  const tables = journeys.map(({ name: journey }) => {
    const own = useCases.filter((each) => each.journey === journey && each.formFile !== null);
    const lines = own.map(({ name }) => `\n  ${toCamelCase(name)},`).join('');
    return `/** \`form.ts\` of each use case of the journey \`${journey}\` that has one, by the name of the use case. */
export const ${nameForms(toCamelCase(journey))} = {${lines}${own.length === 0 ? '' : '\n'}};`;
  });
  return writeModule(imports.join('\n'), ...(tables.length === 0 ? ['export {};'] : tables));
}

/** `form-files.ts`: the file of each form's schema. */
export function generateFormFiles(source: GeneratorInput): string {
  return writeModule(
    `import type { SchemaForm } from './forms.ts';`,
    `/** Form → file of its schema, from the project's root. */
export const formFiles: ReadonlyMap<SchemaForm, string> = new Map<SchemaForm, string>([
${[...source.forms].map(([name, { file }]) => `  ['${name}', '${file}'],`).join('\n')}
]);`,
  );
}
