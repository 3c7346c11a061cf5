import { type Shape, shapes } from '#schemas/generated/shapes.ts';
import { isObject } from '../json.ts';
import type { Path } from '../source-location.ts';

/** Schema information about one position of a document. */
export interface PathShape {
  /** Descriptions of the property, most specific first. */
  readonly description: string | undefined;
  /** Description of the shared schema of the value. */
  readonly form: string | undefined;
  /** Allowed property names. */
  readonly properties: readonly string[];
  /** Property names of all members of a union. */
  readonly ofMembers: readonly string[];
  /** Values of the property that distinguishes the members of a union, such as block types. */
  readonly members: readonly string[];
}

/** Follows a path from the root of a schema, such as `/schemas/page.schema.json`, choosing among unions by what the document holds. */
export function findShape(schema: string, value: unknown, path: Path): PathShape {
  let shape: Shape | undefined = shapes[schema];
  let description: string | undefined;
  let at: unknown = value;
  for (const step of path) {
    const outer: Shape | undefined = choose(shape, at);
    shape = typeof step === 'number' ? outer?.items : (property(outer, step) ?? outer?.additionalProperties);
    at = isObject(at) || Array.isArray(at) ? Reflect.get(at, step) : undefined;
    description = shape?.description;
  }
  const chosen = choose(shape, at);
  const union = findUnion(shape, at);
  return {
    description: description ?? chosen?.description,
    form: chosen?.description ?? description,
    properties: Object.keys(chosen?.properties ?? {}),
    ofMembers: (union?.oneOf ?? []).flatMap((member) => Object.keys(follow(member)?.properties ?? {})),
    members: union === undefined ? [] : listMembers(union),
  };
}

function property(shape: Shape | undefined, name: string): Shape | undefined {
  const properties = shape?.properties ?? {};
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

function follow(shape: Shape | undefined): Shape | undefined {
  if (shape?.$ref === undefined) return shape;
  const [id = '', definition] = shape.$ref.split('#/$defs/');
  return follow(definition === undefined ? shapes[id] : shapes[id]?.$defs?.[definition]);
}

/** The member of a union that matches the value; any other schema is returned unchanged. */
function choose(shape: Shape | undefined, value: unknown): Shape | undefined {
  const own = follow(shape);
  if (own?.oneOf === undefined) return own;
  const tag = own.discriminator?.propertyName;
  if (tag !== undefined)
    return own.oneOf.map(follow).find((member) => isObject(value) && isMember(member?.properties?.[tag], value[tag]));
  const members = own.oneOf.map(follow);
  const objects = members.filter((member) => member?.type === 'object' || member?.oneOf !== undefined);
  if (!isObject(value)) return members.find((member) => !objects.includes(member)) ?? choose(objects[0], value);
  const [first, second] = objects;
  const mark = second?.required?.find((name) => first?.properties?.[name] === undefined);
  return choose(mark !== undefined && Object.hasOwn(value, mark) ? second : first, value);
}

function findUnion(shape: Shape | undefined, value: unknown): Shape | undefined {
  const own = follow(shape);
  if (own?.discriminator !== undefined) return own;
  const inner = own?.oneOf?.map(follow).find((member) => member?.discriminator !== undefined);
  return isObject(value) ? inner : undefined;
}

const isMember = (tag: Shape | undefined, value: unknown): boolean =>
  tag?.const === value || (typeof value === 'string' && tag?.enum?.includes(value) === true);

function listMembers(union: Shape): readonly string[] {
  const tag = union.discriminator?.propertyName ?? '';
  return (union.oneOf ?? []).flatMap((member) => {
    const value = follow(member)?.properties?.[tag];
    return value?.enum ?? [String(value?.const)];
  });
}
