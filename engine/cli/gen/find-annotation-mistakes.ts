import { didYouMean } from '#engine/base/did-you-mean.ts';
import type { Path } from '#engine/documents/place.ts';
import type { Remark } from './find-schema-mistakes.ts';
import type { JsonSchema } from './schema.ts';
import type { BlockSource, Source } from './source.ts';

const kinds = ['static', 'behaviour', 'island'];

/** Annotations of a block whose values mean nothing: unknown kinds, facets and children, headings without a level. */
export function findAnnotationMistakes({ schema, pascal, files }: BlockSource, source: Source): readonly Remark[] {
  const facets = [
    ...Object.keys(source.shared.get('/schemas/block.schema.json')?.$defs?.['when']?.properties ?? {}),
    'window',
  ];
  const behaviour = `${pascal}.behaviour.ts`;
  return [
    ...(schema.kind === undefined || kinds.includes(schema.kind) ? [] : [unknown(['kind'], schema.kind, kinds)]),
    ...(schema.kind === 'behaviour' && !files.has(behaviour)
      ? [
          {
            rule: 'block-files',
            path: ['kind'],
            message: `"kind" is "behaviour", but ${behaviour} is missing.`,
            severity: 'warning' as const,
          },
        ]
      : []),
    ...unknownNames(['facets'], schema.facets ?? [], facets),
    ...unknownNames(
      ['children'],
      schema.children ?? [],
      source.blocks.map((block) => block.name),
    ),
    ...headings(schema, []),
  ];
}

function unknownNames(path: Path, names: readonly string[], allowed: readonly string[]): readonly Remark[] {
  return names.flatMap((name, index) => (allowed.includes(name) ? [] : [unknown([...path, index], name, allowed)]));
}

function unknown(path: Path, found: string, allowed: readonly string[]): Remark {
  return {
    rule: 'schema-annotation',
    path,
    message: `"${found}" is not known here; allowed are ${allowed.map((name) => `"${name}"`).join(', ')}.`,
    suggestion: didYouMean(found, allowed),
  };
}

/** A heading's level is a number from 1 to 6 or the name of an integer property beside the text. */
function headings(schema: JsonSchema, path: Path): readonly Remark[] {
  const properties = schema.properties ?? {};
  const own = Object.entries(properties).flatMap(([name, property]): Remark[] => {
    const { heading } = property;
    const at = [...path, 'properties', name, 'heading'];
    if (typeof heading === 'number' && !(Number.isInteger(heading) && heading >= 1 && heading <= 6)) {
      return [{ rule: 'schema-annotation', path: at, message: `"heading" is ${heading}; HTML has levels 1 to 6.` }];
    }
    if (typeof heading !== 'string' || properties[heading]?.type === 'integer') return [];
    const levels = Object.keys(properties).filter((key) => properties[key]?.type === 'integer');
    return [
      {
        rule: 'schema-annotation',
        path: at,
        message: `"heading" names "${heading}", which is no integer property beside this text.`,
        suggestion: didYouMean(heading, levels),
      },
    ];
  });
  const nested = Object.entries(properties).flatMap(([name, property]) => [
    ...headings(property, [...path, 'properties', name]),
    ...(property.items ? headings(property.items, [...path, 'properties', name, 'items']) : []),
  ]);
  return [...own, ...nested];
}
