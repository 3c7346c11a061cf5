import type { BlockSchemaFinding } from './block-schema-finding.ts';
import type { BlockSource } from './source.ts';

/**
 * `$id` and `title` that differ from the name of the folder. Types in code are named after the title: `HeroProps`, `CenteredLayout`.
 *
 * @param id the right `$id`
 */
export function findNameMistakes(
  { schema: { $id, title }, pascal }: BlockSource,
  id: string,
): readonly BlockSchemaFinding[] {
  const type = id.startsWith('/blocks/layouts/') ? `${pascal}Layout` : pascal;
  return [
    ...($id === id
      ? []
      : [
          {
            rule: 'schema-name',
            path: ['$id'],
            ...($id === undefined && { lacks: ['$id'] }),
            message: `"$id" is ${JSON.stringify($id)} and must be "${id}", after the folder.`,
          },
        ]),
    // A title that is no name of a type has a finding of its own.
    ...(title === undefined || title === type || !/^[A-Za-z][A-Za-z0-9]*$/.test(title)
      ? []
      : [
          {
            rule: 'schema-name',
            path: ['title'],
            message: `"title" is "${title}" and must be "${type}", after the folder.`,
          },
        ]),
  ];
}
