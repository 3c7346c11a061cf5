import { suggestName } from '#engine/shared/suggest-name.ts';
import type { SchemaError } from '#schemas/generated/validators.js';
import { isObject } from '../json.ts';
import type { FindingDraft } from '../finding-draft.ts';
import type { Path, SourceLocation } from '../source-location.ts';
import { inWhat } from './describe-value.ts';
import { findShape } from './find-shape.ts';

/** Without the `type` of a block or the `op` of a change, its other properties are not known; a name like it is a misspelling. */
export function findMisspeltTag(
  {
    error: { keyword, params },
    path,
    value,
  }: { readonly error: SchemaError; readonly path: Path; readonly value: unknown },
  {
    schema,
    value: root,
    locate,
  }: {
    readonly schema: string;
    readonly value: unknown;
    readonly locate: (path: Path, at?: SourceLocation['at']) => SourceLocation;
  },
): FindingDraft | undefined {
  if (keyword !== 'discriminator' || params['error'] !== 'tag' || !isObject(value)) return undefined;
  const tag = String(params['tag']);
  if (Object.hasOwn(value, tag)) return undefined;
  const { ofMembers, members } = findShape(schema, root, path);
  const others = Object.keys(value).filter((key) => !ofMembers.includes(key));
  const name = suggestName(tag, others) ?? others.find((key) => members.includes(String(value[key])));
  if (name === undefined) return undefined;
  const location = locate([...path, name], 'key');
  return {
    location,
    message: `The property "${name}" is not known ${inWhat(path, value, schema)}.`,
    found: name,
    suggestion: tag,
    covers: [location],
    fix: { property: location, name: tag },
  };
}
