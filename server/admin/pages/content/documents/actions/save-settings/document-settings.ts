import { isObject, type JsonObject } from '#engine/documents/json.ts';
import type { DocumentId, DocumentKind } from '#engine/documents/types.ts';
import { SHOP_ZONE } from '#engine/i18n/format-values.ts';
import { layoutNames, layouts } from '#schemas/generated/vocabulary.ts';
import type { StaffKey } from '#server/admin/staff-translator.ts';
import { routePattern, slugPattern, themes, zonePattern } from '../../../model/patterns.ts';

/** A simple value of a document, as staff change it in a form. */
export interface DocumentSetting {
  readonly name: string;
  readonly label: StaffKey;
  readonly hint?: StaffKey;
  readonly type: 'text' | 'textarea' | 'select' | 'datetime-local';
  /** Values of a `select`; labelled by `settings.<name>.<value>` where that text exists. */
  readonly options?: readonly string[];
  /** Path in the document; absent while it has its default. */
  readonly path: readonly [string, ...string[]];
  /** Default, shown while the path is absent. It is not written unless the path exists. */
  readonly usual?: string;
  /** The document must have it. */
  readonly required?: true;
  readonly pattern?: RegExp;
}

const slug: DocumentSetting = {
  name: 'slug',
  label: 'settings.slug',
  hint: 'settings.slugHint',
  type: 'text',
  path: ['slug'],
  pattern: slugPattern,
};
const route: DocumentSetting = {
  name: 'route',
  label: 'settings.route',
  hint: 'settings.routeHint',
  type: 'text',
  path: ['route'],
  required: true,
  pattern: routePattern,
};
const theme: DocumentSetting = {
  name: 'theme',
  label: 'settings.theme',
  type: 'select',
  options: themes,
  path: ['theme'],
  usual: 'day',
};
const index: DocumentSetting = {
  name: 'index',
  label: 'settings.index',
  type: 'select',
  options: ['true', 'false'],
  path: ['meta', 'index'],
  usual: 'true',
};
const period: readonly DocumentSetting[] = [
  { name: 'from', label: 'split.from', hint: 'settings.fromHint', type: 'datetime-local', path: ['window', 'from'] },
  { name: 'to', label: 'split.to', hint: 'split.toHint', type: 'datetime-local', path: ['window', 'to'] },
  {
    name: 'zone',
    label: 'settings.zone',
    hint: 'settings.zoneHint',
    type: 'text',
    path: ['window', 'zone'],
    usual: SHOP_ZONE,
    pattern: zonePattern,
  },
];
const layoutFor = (kind: 'page' | 'landing'): DocumentSetting => ({
  name: 'layout',
  label: 'settings.layout',
  type: 'select',
  options: layoutNames.filter((name) => layouts[name].kinds.includes(kind)),
  path: ['layout'],
  required: true,
});

/** The empty option is the brand of the site. */
const listBrandSettings = (brands: readonly DocumentId[]): readonly DocumentSetting[] =>
  brands.length === 0
    ? []
    : [{ name: 'brand', label: 'settings.brand', type: 'select', options: ['', ...brands], path: ['brand'] }];

/**
 * Settings of a document; a variant inherits the rest from its base.
 *
 * @param brands further brands to choose from
 */
export function selectSettings(
  kind: DocumentKind,
  value: JsonObject,
  brands: readonly DocumentId[],
): readonly DocumentSetting[] {
  const look = [...listBrandSettings(brands), theme];
  if (kind === 'page') return [route, layoutFor('page'), ...look, index];
  if (kind === 'landing')
    return typeof value['extends'] === 'string'
      ? [slug, ...period]
      : [slug, layoutFor('landing'), ...look, index, ...period];
  if (kind === 'experiment')
    return [
      { name: 'hypothesis', label: 'settings.hypothesis', type: 'textarea', path: ['hypothesis'], required: true },
      {
        name: 'status',
        label: 'settings.status',
        type: 'select',
        options: ['paused', 'live'],
        path: ['status'],
        required: true,
      },
    ];
  return [];
}

function writtenAt(value: JsonObject, path: readonly string[]): string {
  let at: unknown = value;
  for (const step of path) at = isObject(at) ? at[step] : undefined;
  return typeof at === 'string' || typeof at === 'boolean' ? String(at) : '';
}

export const readSetting = (value: JsonObject, setting: DocumentSetting): string =>
  writtenAt(value, setting.path) || (setting.usual ?? '');

/** The document with a setting written; a default is not added to the document. */
export function write(value: JsonObject, setting: DocumentSetting, text: string): JsonObject {
  const [first, second] = setting.path;
  const typed = text === 'true' ? true : text === 'false' ? false : text;
  if (second === undefined) return put(value, first, text === '' ? undefined : typed);
  const inner = isObject(value[first]) ? value[first] : {};
  const isDefault = setting.name === 'index' && text === setting.usual;
  return put(value, first, put(inner, second, text === '' || isDefault ? undefined : typed));
}

function put(value: JsonObject, key: string, entry: unknown): JsonObject {
  const { [key]: _, ...rest } = value;
  if (entry === undefined) return rest;
  return Object.hasOwn(value, key) ? { ...value, [key]: entry } : { ...rest, [key]: entry };
}

/** Removes a window without beginning and end, and adds the time zone to all others. */
export function withWindow(value: JsonObject): JsonObject {
  if (!isObject(value['window'])) return value;
  const { from, to, zone = SHOP_ZONE } = value['window'];
  if (from === undefined && to === undefined) return put(value, 'window', undefined);
  return put(value, 'window', { ...value['window'], zone });
}
