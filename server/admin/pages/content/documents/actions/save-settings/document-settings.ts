import { isObject, type JsonObject, parseObject, selectObjects } from '#engine/documents/json.ts';
import type { DocumentKind } from '#engine/documents/types.ts';
import { SHOP_ZONE } from '#engine/i18n/format-values.ts';
import { guardChoices, layoutNames, layouts } from '#schemas/generated/vocabulary.ts';
import type { StaffKey, StaffTranslator } from '#server/admin/staff-translator.ts';
import { type Content, listBrands } from '../../../model/content.ts';
import { isVariant, readHead, writeHead } from '../../../model/head.ts';
import { routePattern, slugPattern, themes, zonePattern } from '../../../model/patterns.ts';

/** A simple value of a document, as staff change it in a form. */
export interface DocumentSetting {
  readonly name: string;
  readonly label: StaffKey;
  /** Number of a setting that has several fields. */
  readonly number?: number;
  readonly hint?: StaffKey;
  readonly type: 'text' | 'textarea' | 'select' | 'datetime-local';
  /** Values of a `select`; labelled by `settings.<name>.<value>` where that text exists, unless `nameOption` does. */
  readonly options?: readonly string[];
  nameOption?(t: StaffTranslator, option: string): string;
  /** Path in the document, or in what a variant changes of its original; absent while it has its default. */
  readonly path: readonly [string, (string | number)?];
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

const flow = (flows: readonly string[]): DocumentSetting => ({
  name: 'flow',
  label: 'settings.flow',
  hint: 'settings.flowHint',
  type: 'select',
  options: flows,
  path: ['flow'],
  usual: 'default',
});

/** A variant keeps what its original has until another value is chosen; the empty option returns to it. */
const inherited = ({
  usual: _usual,
  required: _required,
  options = [],
  ...setting
}: DocumentSetting): DocumentSetting => ({
  ...setting,
  options: ['', ...options.filter((option) => option !== '')],
  nameOption: (t, option) =>
    option === '' ? t('settings.inherited') : (setting.nameOption?.(t, option) ?? nameOption(t, setting.name, option)),
});

/** The empty option is the brand of the site. */
const listBrandSettings = (content: Pick<Content, 'documents'>): readonly DocumentSetting[] => {
  const brands = listBrands(content);
  return brands.length === 0
    ? []
    : [{ name: 'brand', label: 'settings.brand', type: 'select', options: ['', ...brands], path: ['brand'] }];
};

/** Documents name at most a few; one field more than there are adds one. */
const MAX_GUARDS = 5;

/** One field for each guard, in the order in which they are checked. */
function listGuardSettings(value: JsonObject, { documents }: Pick<Content, 'documents'>): readonly DocumentSetting[] {
  const landings = [...documents.values()].flatMap(({ id, kind }) => (kind === 'landing' ? [id] : []));
  const choices = guardChoices.flatMap((choice) => {
    const entry = Object.entries(choice).find(([, option]) => option === null)?.[0];
    return entry === undefined ? [choice] : landings.map((landing) => ({ ...choice, [entry]: landing }));
  });
  const count = Math.min(MAX_GUARDS, selectObjects(readHead(value)['guards']).length + 1);
  return Array.from({ length: count }, (_, place) => ({
    name: `guard-${place}`,
    label: 'settings.guard',
    number: place + 1,
    ...(place === 0 && { hint: 'settings.guardHint' as const }),
    type: 'select',
    options: ['', ...choices.map((choice) => JSON.stringify(choice))],
    nameOption: nameGuard,
    path: ['guards', place],
  }));
}

/** A guard in words: a text for the value of its option, or one for the option with the value in it. */
function nameGuard(t: StaffTranslator, option: string): string {
  if (option === '') return t('settings.noGuard');
  const { name, ...options } = parseObject(option);
  const [entry] = Object.entries(options);
  const named = (part: string): string | null => {
    const key: string = `guard.${String(name)}${part}`;
    const scope: string = `tokens.scope.${String(entry?.[1])}`;
    return t.has(key) ? t(key, { value: t.has(scope) ? t(scope) : String(entry?.[1]) }) : null;
  };
  if (entry === undefined) return named('') ?? option;
  return named(`.${String(entry[1])}`) ?? named(`.${entry[0]}`) ?? option;
}

/** The label of an option. */
export function nameOption(t: StaffTranslator, name: string, option: string): string {
  const known: string = `settings.${name}.${option || 'usual'}`;
  return t.has(known) ? t(known) : option;
}

/** Settings of a document. */
export function selectSettings(
  kind: DocumentKind,
  value: JsonObject,
  content: Pick<Content, 'documents'>,
): readonly DocumentSetting[] {
  const look = [...listBrandSettings(content), theme];
  const guards = listGuardSettings(value, content);
  if (kind === 'page') return [route, layoutFor('page'), ...look, index, ...guards];
  if (kind === 'landing') {
    const flows = [...content.documents.values()].flatMap((each) =>
      each.kind === 'journey' && isObject(each.value['flows']) ? Object.keys(each.value['flows']) : [],
    );
    const own = [layoutFor('landing'), ...look, ...(flows.length > 1 ? [flow(flows)] : []), index, ...guards];
    return [slug, ...(isVariant(value) ? own.map(inherited) : own), ...period];
  }
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

/** Properties that stand in a variant itself, not in what it changes of its original. */
const ownOfVariants: ReadonlySet<string> = new Set(['slug', 'window']);

const findHolder = (value: JsonObject, [first]: DocumentSetting['path']): JsonObject =>
  ownOfVariants.has(first) ? value : readHead(value);

export function readSetting(value: JsonObject, { path, usual = '' }: DocumentSetting): string {
  const [first, second] = path;
  const outer = findHolder(value, path)[first];
  const at: unknown =
    second === undefined
      ? outer
      : typeof second === 'number'
        ? selectObjects(outer)[second]
        : isObject(outer)
          ? outer[second]
          : undefined;
  return typeof at === 'string' || typeof at === 'boolean' ? String(at) : isObject(at) ? JSON.stringify(at) : usual;
}

/** The document with a setting written; a default is not added to the document. */
export function write(value: JsonObject, setting: DocumentSetting, text: string): JsonObject {
  const [first, second] = setting.path;
  const holder = findHolder(value, setting.path);
  const typed = text === '' ? undefined : text === 'true' ? true : text === 'false' ? false : text;
  const isDefault = setting.name === 'index' && text === setting.usual;
  const inner = holder[first];
  const written =
    second === undefined
      ? typed
      : typeof second === 'number'
        ? // Empty ones are removed once all fields are written, so that the others stay in place.
          Object.assign([...(Array.isArray(inner) ? inner : [])], { [second]: text === '' ? null : parseObject(text) })
        : put(isObject(inner) ? inner : {}, second, isDefault ? undefined : typed);
  const isEmpty = isObject(written) && Object.keys(written).length === 0;
  const after = put(holder, first, isEmpty ? undefined : written);
  return ownOfVariants.has(first) ? after : writeHead(value, after);
}

/** Removes guards without a value and repeated ones, and the list once it is empty. */
export function withGuards(value: JsonObject): JsonObject {
  const head = readHead(value);
  const { guards } = head;
  if (!Array.isArray(guards)) return value;
  const written = new Map(selectObjects(guards).map((guard) => [JSON.stringify(guard), guard]));
  if (written.size === guards.length) return value;
  return writeHead(value, put(head, 'guards', written.size === 0 ? undefined : [...written.values()]));
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
