import { basename, dirname, relative } from 'node:path/posix';
import { toCamelCase } from './schema.ts';
import { writeModule } from './write-module.ts';

/** A folder in `actions/` of an admin page whose file of the same name exports a function of that name. */
export interface AdminActionSource {
  /** Generated module with the page's actions, relative to `admin-actions/`: `<page>.ts` or `<journey>/<page>.ts`. */
  readonly module: string;
  /** Relative to the project's root. */
  readonly file: string;
}

export function findAdminActions(
  journeys: readonly { readonly name: string; readonly folder: string }[],
  files: (pattern: string) => string[],
): readonly AdminActionSource[] {
  const pages = [
    { of: '', folder: 'server/admin/pages' },
    ...journeys.map(({ name, folder }) => ({ of: `${name}/`, folder: `${folder}/admin` })),
  ];
  return pages.flatMap(({ of, folder }) =>
    files(`${folder}/**/actions/*/*.ts`)
      .filter((file) => basename(file, '.ts') === basename(dirname(file)))
      .map((file) => ({ module: `${of}${relative(folder, dirname(dirname(dirname(file))))}.ts`, file })),
  );
}

/** `admin-actions/`: the actions of each admin page. A page without such folders has no module. */
export function generateAdminActions({
  adminActions,
}: {
  readonly adminActions: readonly AdminActionSource[];
}): readonly (readonly [file: string, text: string])[] {
  return [...Map.groupBy(adminActions, ({ module }) => module)].map(([module, actions]) => {
    const named = actions.map(({ file }) => ({ file, name: toCamelCase(basename(file, '.ts')) }));
    return [
      `schemas/generated/admin-actions/${module}`,
      writeModule(
        named.map(({ file, name }) => `import { ${name} } from '#${file}';`).join('\n'),
        `/** What can be done on the page: the folders of its \`actions/\`. */
export const adminActions = [${named.map(({ name }) => name).join(', ')}];`,
      ),
    ];
  });
}
