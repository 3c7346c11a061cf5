import { isObject, type JsonObject, parseObject, selectObjects } from '#engine/documents/json.ts';
import { ownProperties } from '#engine/documents/own-head.ts';
import type { DocumentKind } from '#engine/documents/types.ts';
import { SHOP_ZONE } from '#engine/i18n/format-values.ts';
import { guardChoices, layoutNames, layouts, locales } from '#schemas/generated/vocabulary.ts';
import type { StaffTranslator } from '#server/admin/staff-translator.ts';
import { type Content, listBrands } from '../../../model/content.ts';
import { type ClaimChoice, listClaimSettings } from './claim-settings.ts';
import type { DocumentSetting } from './document-setting.ts';
import { isVariant, readHead, writeHead } from '../../../model/head.ts';
import { routePattern, slugPattern, themes, zonePattern } from '../../../model/patterns.ts';

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
/** The address in each language but the default one, whose address is that of the document; none for a document without an address. */
function listLocalAddressSettings(
  { route: path, slug: segment, addresses }: JsonObject,
  { documents }: Pick<Content, 'documents'>,
): readonly DocumentSetting[] {
  if (path === undefined && segment === undefined && addresses === undefined) return [];
  const settings = documents.get('site')?.value['locales'];
  const { strategy, available, default: usual } = isObject(settings) ? settings : {};
  if (strategy === 'no_prefix' || !Array.isArray(available)) return [];
  return locales
    .filter((locale) => available.includes(locale) && locale !== usual)
    .map((locale) => ({
      name: `address-${locale}`,
      label: 'settings.localAddress',
      language: locale,
      hint: 'settings.localAddressHint',
      type: 'text',
      path: ['addresses', locale],
      pattern: routePattern,
      group: (t) => t('studio.property.addresses'),
    }));
}

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
  label: 'studio.property.flow',
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
  nameOption: (t, option, locale) =>
    option === ''
      ? t('settings.inherited')
      : (setting.nameOption?.(t, option, locale) ?? nameOption(t, setting.name, option)),
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
export function nameGuard(t: StaffTranslator, option: string): string {
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

/** Settings of a document; of the site document, those of a claim. */
export function selectSettings(
  kind: DocumentKind,
  value: JsonObject,
  content: Pick<Content, 'documents'>,
  claim: ClaimChoice | null = null,
): readonly DocumentSetting[] {
  if (kind === 'site') return claim === null ? [] : listClaimSettings(value, claim);
  const look = [...listBrandSettings(content), theme];
  const guards = listGuardSettings(value, content);
  const localAddresses = listLocalAddressSettings(value, content);
  if (kind === 'page') return [route, layoutFor('page'), ...look, index, ...guards, ...localAddresses];
  if (kind === 'landing') {
    const flows = [...content.documents.values()].flatMap((each) =>
      each.kind === 'journey' && isObject(each.value['flows']) ? Object.keys(each.value['flows']) : [],
    );
    const own = [layoutFor('landing'), ...look, ...(flows.length > 1 ? [flow(flows)] : []), index, ...guards];
    return [slug, ...(isVariant(value) ? own.map(inherited) : own), ...period, ...localAddresses];
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

const findHolder = (value: JsonObject, [first]: DocumentSetting['path']): JsonObject =>
  ownProperties.has(first) ? value : readHead(value);

export function readSetting(value: JsonObject, { path, usual = '', divisor }: DocumentSetting): string {
  let at: unknown = findHolder(value, path);
  for (const step of path)
    at = typeof step === 'number' ? selectObjects(at)[step] : isObject(at) ? at[step] : undefined;
  if (typeof at === 'number') return String(Number((at * (divisor ?? 1)).toFixed(6)));
  return typeof at === 'string' || typeof at === 'boolean' ? String(at) : isObject(at) ? JSON.stringify(at) : usual;
}

/** The document with a setting written; a default is not added to the document. */
export function write(value: JsonObject, setting: DocumentSetting, text: string): JsonObject {
  const { path, divisor, name, usual } = setting;
  const isDefault = name === 'index' && text === usual;
  const typed =
    text === '' || isDefault
      ? undefined
      : divisor !== undefined
        ? Number((Number(text.replace(',', '.')) / divisor).toFixed(8))
        : text === 'true' || text === 'false'
          ? text === 'true'
          : text;
  const after = writeAt(findHolder(value, path), path, typed);
  return ownProperties.has(path[0]) ? after : writeHead(value, after);
}

/** An object goes with its last entry. */
function writeAt(value: JsonObject, [first, second, ...rest]: DocumentSetting['path'], entry: unknown): JsonObject {
  if (second === undefined) return put(value, first, entry);
  const inner = value[first];
  if (typeof second === 'number') {
    // Empty ones are removed once all fields are written, so that the others stay in place.
    const item = typeof entry === 'string' ? parseObject(entry) : null;
    return put(value, first, Object.assign([...(Array.isArray(inner) ? inner : [])], { [second]: item }));
  }
  const written = writeAt(isObject(inner) ? inner : {}, [second, ...rest], entry);
  return put(value, first, Object.keys(written).length === 0 ? undefined : written);
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
