import type { NamedThing, StudioField } from './protocol.ts';
import type { StudioState } from './store.ts';

/** Existing names of a kind. */
export function listNames(
  thing: NamedThing | undefined,
  { forms, steps, flows, brands }: Pick<StudioState['opened'], 'forms' | 'steps' | 'flows' | 'brands'>,
): readonly string[] {
  switch (thing) {
    case 'forms':
      return forms.map(({ document }) => document);
    case 'steps':
      return steps;
    case 'flows':
      return flows;
    case 'brands':
      return brands;
    default:
      return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
  }
}

/** Values that a property may refer to; empty where any value is possible. */
export function listReferences(
  { opened, content }: Pick<StudioState, 'opened' | 'content'>,
  { kind, names }: StudioField,
): readonly string[] {
  switch (kind) {
    case 'text':
      return Object.keys(content.texts);
    case 'picture':
      return opened.images.map(({ path }) => path);
    case 'target':
      return opened.targets;
    case 'name':
      return listNames(names, opened);
    default:
      return [];
  }
}
