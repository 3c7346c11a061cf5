import type { FieldView, SectionView, TableView } from '#engine/shared/data-view.ts';
import { toEpoch } from '#engine/shared/wall-time.ts';
import { isObject, type JsonObject, parseObject } from '#engine/documents/json.ts';
import { rewriteJson } from '#engine/documents/rewrite-json.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import { SHOP_ZONE } from '#engine/i18n/format-values.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { type DeclaredAction, defineFormAction } from '#server/admin/admin-action.ts';
import type { AdminRequest, Fields } from '#server/admin/admin-page.ts';
import { buildFormView } from '#server/admin/form.ts';
import type { Draft } from '#server/site/publications/publications.ts';
import { type Content, listAddresses, toDocumentPath } from '../../../model/content.ts';
import { mergeEdit } from '../../../model/merge-edit.ts';
import {
  updateRedirectsAfterMove,
  readTargetDocument,
  readRedirects,
  writeRedirects,
} from '../../../model/redirects.ts';
import { CONTENT_PAGE, type ContentTools, readFormDraft } from '../../../tools.ts';
import { MAX_TRIES, saveFiles } from '../../save-files.ts';
import { type ClaimChoice, readClaimChoice, withClaim } from './claim-settings.ts';
import type { DocumentSetting } from './document-setting.ts';
import { selectSettings, nameOption, readSetting, withGuards, withWindow, write } from './document-settings.ts';

const NAME = 'save-settings';

/** What happens to the live addresses of a document that moves. */
const formerChoices = ['redirect', 'not-found'] as const;

interface FormOfSettings {
  readonly content: Content;
  readonly draft: Draft;
  readonly document: DocumentId;
  /** Its live addresses. */
  readonly former: readonly string[];
  /** Of the site document, the claim whose fields are shown. */
  readonly claim?: ClaimChoice | null;
  readonly sent?: (name: string) => { readonly was: string; readonly value: string } | null;
}

/** The settings of a document as a form; empty where its kind has none. */
export function buildSettingsForm(
  request: AdminRequest,
  { content, draft, document, former, claim = null, sent }: FormOfSettings,
): readonly SectionView[] {
  const { t, locale } = request;
  const written = content.documents.get(document);
  if (written === undefined) return [];
  const value = parseObject(written.source.text);
  const hidden: Record<string, string> = {};
  const settings = selectSettings(written.kind, value, content, claim);
  const fields = settings.flatMap((setting, index): readonly FieldView[] => {
    const now = readSetting(value, setting);
    const again = sent?.(setting.name) ?? null;
    hidden[`was-${setting.name}`] = again?.was ?? now;
    const field: FieldView = {
      name: setting.name,
      label: labelSetting(request, setting),
      type: setting.type,
      value: again?.value ?? now,
      ...(setting.required && { required: true }),
      ...(setting.group !== undefined && { group: setting.group(t) }),
      // Said once for fields that follow one another.
      ...(setting.hint !== undefined && setting.hint !== settings[index - 1]?.hint && { hint: t(setting.hint) }),
      ...(setting.options !== undefined && {
        options: listOptions(setting, now).map((option) => ({
          value: option,
          label: (setting.nameOption ?? ((_, each) => nameOption(t, setting.name, each)))(t, option, locale),
        })),
      }),
    };
    return isAddress(setting) && former.length > 0
      ? [field, formerField(request, formerChoice(content, document, former, sent), former)]
      : [field];
  });
  if (fields.length === 0) return [{ kind: 'note', mark: 'off', title: t('settings.none') }];
  const form = buildFormView(request, {
    action: NAME,
    title: claim === null ? t('content.part.settings') : t('claim.of', { name: claim.name }),
    fields,
    hidden: {
      draft: draft.id,
      document,
      ...(claim !== null && { claim: claim.name, format: claim.format, country: claim.country }),
      ...hidden,
    },
    submit: t('content.save'),
  });
  return [{ kind: 'form', form }];
}

const labelSetting = ({ t }: AdminRequest, { label, number, language }: DocumentSetting): string =>
  t(label, {
    number: number === undefined ? '' : t.number(number),
    language: language === undefined ? '' : getNativeLanguageName(language),
  });

const isAddress = ({ name }: DocumentSetting): boolean => name === 'slug' || name === 'route';

function formerField({ t }: AdminRequest, value: string, former: readonly string[]): FieldView {
  const options = formerChoices.map((choice) => ({ value: choice, label: t(`settings.former.${choice}`) }));
  return {
    name: 'former',
    label: t('settings.former', { address: former.join(', ') }),
    type: 'select',
    value,
    options,
  };
}

/** The last choice: for a document that already moved in the draft, its redirect shows it. */
function formerChoice(
  content: Content,
  document: DocumentId,
  former: readonly string[],
  sent: FormOfSettings['sent'],
): string {
  const again = sent?.('former')?.value ?? '';
  if (again !== '') return again;
  const redirects = readRedirects(content);
  const isLost = (address: string): boolean =>
    content.documentsByAddress.get(address) !== document && readTargetDocument(redirects.get(address)) !== document;
  return former.some(isLost) ? 'not-found' : 'redirect';
}

/** The current value is always among them. */
const listOptions = ({ options = [] }: DocumentSetting, now: string): readonly string[] =>
  options.includes(now) || now === '' ? options : [now, ...options];

/** Saves the settings of a document in a draft; the formatting of its file is preserved. */
export function saveSettings(tools: ContentTools): DeclaredAction {
  return defineFormAction(NAME, {
    permission: 'author',
    page: CONTENT_PAGE,
    async run(request, fields) {
      const { t } = request;
      const document = fields.text('document');
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const draft = await readFormDraft(tools, fields);
        if (draft === null) return { errors: {}, message: t('draft.gone') };
        const content = await tools.read(draft.id);
        const claim = readFormClaim(fields, document);
        const written = content.documents.get(document);
        if (written === undefined) return { errors: {}, message: t('content.blockGone') };
        const { text } = written.source;
        const before = parseObject(text);
        const { after, errors, conflicts } = merge(
          request,
          selectSettings(written.kind, before, content, claim),
          before,
          fields,
        );
        const former = listAddresses(await tools.read(), document);
        if (conflicts.length > 0)
          return { shown: conflictSections(request, { content, draft, document, former, claim, conflicts, fields }) };
        if (Object.keys(errors).length > 0) return { errors };
        const complete = claim === null ? after : withClaim(after, claim);
        const changed = rewriteJson(text, before, complete);
        const own = new Map(changed === text ? [] : [[toDocumentPath(document), changed]]);
        const addresses = listAddresses(await tools.read(draft.id, own), document);
        const isFound = fields.text('former') !== 'not-found';
        const redirects = updateRedirectsAfterMove(readRedirects(content), { document, former, addresses, isFound });
        const files = new Map([...own, ...writeRedirects(content, redirects)]);
        const failed = files.size === 0 ? null : await saveFiles(request, tools, draft, files);
        if (failed === 'retry') continue;
        const done = files.size === 0 ? 'nothingChanged' : 'settingsSaved';
        return failed ?? { to: CONTENT_PAGE, query: { document, draft: draft.id, done } };
      }
      return { errors: {}, message: t('content.busy') };
    },
    async again(request, fields) {
      const draft = await readFormDraft(tools, fields);
      if (draft === null) return { shown: [] };
      const content = await tools.read(draft.id);
      const sent = (name: string) => ({ was: fields.text(`was-${name}`), value: fields.text(name) });
      const document = fields.text('document');
      const former = listAddresses(await tools.read(), document);
      const claim = readFormClaim(fields, document);
      return { shown: buildSettingsForm(request, { content, draft, document, former, claim, sent }) };
    },
  });
}

interface Conflict {
  readonly setting: DocumentSetting;
  readonly was: string;
  readonly now: string;
  readonly typed: string;
}

function merge(
  request: AdminRequest,
  settings: readonly DocumentSetting[],
  before: JsonObject,
  fields: Fields,
): {
  readonly after: JsonObject;
  readonly errors: Readonly<Record<string, string>>;
  readonly conflicts: readonly Conflict[];
} {
  const conflicts: Conflict[] = [];
  const errors: Record<string, string> = {};
  let after = before;
  for (const setting of settings) {
    const [was, now, typed] = [
      fields.text(`was-${setting.name}`),
      readSetting(before, setting),
      fields.text(setting.name),
    ];
    const value = mergeEdit({ was, now, typed });
    if (value === null) {
      conflicts.push({ setting, was, now, typed });
      continue;
    }
    if (value === now && !(setting.required && value === '')) continue;
    const mistake = mistakeIn(request, setting, value);
    if (mistake === null) after = write(after, setting, value);
    else errors[setting.name] = mistake;
  }
  const mistake = windowMistake(request, after['window']);
  return { after: withGuards(withWindow(after)), errors: { ...mistake, ...errors }, conflicts };
}

function mistakeIn(
  { t }: AdminRequest,
  { required, pattern, options, type, hint, divisor }: DocumentSetting,
  value: string,
): string | null {
  if (value === '') return required ? t('settings.required') : null;
  if (divisor !== undefined) return /^\d{1,15}(?:[.,]\d{1,8})?$/.test(value) ? null : t('claim.noNumber');
  const isMalformed = pattern?.test(value) === false || options?.includes(value) === false;
  // The message replaces the hint.
  if (isMalformed) return t('settings.malformed', { hint: hint === undefined ? '' : t(hint) }).trim();
  return type === 'datetime-local' && !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(value) ? t('split.momentWrong') : null;
}

/** The claim that a form of the site document shows. */
const readFormClaim = (fields: Fields, document: string): ClaimChoice | null =>
  document === 'site' ? readClaimChoice((name) => fields.text(name)) : null;

function windowMistake({ t }: AdminRequest, window: unknown): Readonly<Record<string, string>> {
  if (!isObject(window)) return {};
  const { from, to, zone } = window;
  const timeZone = typeof zone === 'string' ? zone : SHOP_ZONE;
  const instants: number[] = [];
  for (const [name, wall] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (typeof wall !== 'string') continue;
    try {
      instants.push(toEpoch(wall, timeZone));
    } catch {
      return { [name]: t('split.momentWrong') };
    }
  }
  const [start, end] = instants;
  return start !== undefined && end !== undefined && end <= start ? { to: t('split.endFirst') } : {};
}

function conflictSections(
  request: AdminRequest,
  { conflicts, fields, ...form }: FormOfSettings & { readonly conflicts: readonly Conflict[]; readonly fields: Fields },
): readonly SectionView[] {
  const { t } = request;
  const value = parseObject(form.content.documents.get(form.document)?.source.text);
  const kind = form.content.documents.get(form.document)?.kind ?? 'page';
  const settings = selectSettings(kind, value, form.content, form.claim);
  const table: TableView = {
    caption: t('conflict.title'),
    columns: [
      { label: t('content.property') },
      { label: t('conflict.base') },
      { label: t('conflict.theirs') },
      { label: t('conflict.yours') },
    ],
    rows: conflicts.map(({ setting, was, now, typed }) => ({
      key: setting.name,
      cells: [{ text: labelSetting(request, setting) }, { text: was }, { text: now }, { text: typed }],
    })),
    empty: { title: t('list.notFound'), text: '' },
  };
  const sent = (name: string) => {
    const setting = settings.find((each) => each.name === name);
    if (setting === undefined) return null;
    const now = readSetting(value, setting);
    const typed = fields.text(name);
    return { was: now, value: mergeEdit({ was: fields.text(`was-${name}`), now, typed }) ?? typed };
  };
  return [
    { kind: 'note', mark: 'alert', title: t('conflict.title'), text: t('conflict.text') },
    { kind: 'table', table },
    ...buildSettingsForm(request, { ...form, sent }),
  ];
}
