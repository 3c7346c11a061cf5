import { memo, useDeferredValue, useId } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { formatPath } from '#engine/documents/source-location.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { findOutlineBlock, listOutlineBlocks } from './blocks.ts';
import { useStudio, useStudioState } from './context.ts';
import { LanguageText, readPluralForm } from './LanguageText.tsx';
import {
  findOpenReason,
  isTextOpen,
  listBlockTexts,
  listTextForms,
  type OpenTextReason,
  type PlacedText,
  readTextVersions,
} from './texts.ts';
import { useBlockNames, useFieldNames, useTranslations } from './translations.ts';

/** Characters that fit a line of a column. */
const COLUMNS = 20;

/** Texts of the selected block, or of the whole page, with a column for each language. */
export function TextsPanel() {
  const t = useTranslations();
  const id = useId();
  const getBlockName = useBlockNames();
  const { store, start } = useStudio();
  const outline = useStudioState((state) => state.outline);
  const selected = useStudioState((state) => state.selected);
  const opened = useStudioState((state) => state.opened);
  const texts = useStudioState((state) => state.texts);
  // A whole page has a thousand fields: which of them are open may be counted after the typed one is shown.
  const content = useDeferredValue(useStudioState((state) => state.content));
  const block = findOutlineBlock(outline, selected);
  const state = { opened, content };
  const blocks = listOutlineBlocks(block === undefined ? outline : [block]);
  const found = blocks.map((each) => ({ block: each.block, texts: listBlockTexts(state, each.block) }));
  const isShown = ({ place }: PlacedText): boolean => texts !== 'open' || isTextOpen(state, place, start.locales);
  const groups = found
    .map((group) => ({ ...group, texts: group.texts.filter(isShown) }))
    .filter((group) => group.texts.length > 0);
  const reasons = found.flatMap((group) =>
    group.texts.flatMap(({ place }) =>
      start.locales.flatMap((locale) => listTextForms(state, place, locale).map((form) => findOpenReason(state, form))),
    ),
  );
  return (
    <section className="texts" aria-labelledby={id}>
      <div className="texts-head">
        <h2 id={id}>{block === undefined ? t('studio.texts') : t('studio.textsOf', { name: getBlockName(block) })}</h2>
        {(['missing', 'same', 'outdated'] as const).map((reason) => (
          <Count key={reason} reason={reason} count={reasons.filter((each) => each === reason).length} />
        ))}
        <label className="entry tick">
          <input
            type="checkbox"
            checked={texts === 'open'}
            onChange={({ target }) => store.setState({ texts: target.checked ? 'open' : 'all' })}
          />
          <span>{t('studio.openOnly')}</span>
        </label>
        {block !== undefined && (
          <button type="button" className="plain" onClick={() => store.setState({ selected: null })}>
            {t('studio.texts')}
          </button>
        )}
        <button type="button" className="plain" onClick={() => store.setState({ texts: null })}>
          {t('studio.close')}
        </button>
      </div>
      {groups.length === 0 ? (
        <p className="hint">{t('studio.noTexts')}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">{t('studio.textsPanel')}</span>
              </th>
              {start.locales.map((locale) => (
                <th key={locale} scope="col">
                  {getNativeLanguageName(locale)}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map((group) => (
            <tbody key={group.block.id}>
              {groups.length > 1 && (
                <tr>
                  <th scope="rowgroup" colSpan={start.locales.length + 1}>
                    {getBlockName(group.block)}
                  </th>
                </tr>
              )}
              {group.texts.map((text) => (
                <TextRow key={`${text.place.file} ${formatPath(text.place.path)}`} {...text} />
              ))}
            </tbody>
          ))}
        </table>
      )}
    </section>
  );
}

function Count({ reason, count }: { readonly reason: OpenTextReason; readonly count: number }) {
  const t = useTranslations();
  return count > 0 && <span className="count">{t(`studio.count.${reason}`, { count })}</span>;
}

/** A text, or the plural forms of one, in all languages. Rendered anew for changes of its own only. */
const TextRow = memo(function TextRow({ field, place }: PlacedText) {
  const { start } = useStudio();
  const t = useTranslations();
  const getName = useFieldNames();
  const keys = useStudioState(useShallow((state) => readTextVersions(state, place).keys));
  const isEditable = useStudioState((state) => readTextVersions(state, place).isEditable);
  const isOfBase = useStudioState((state) => readTextVersions(state, place).isOfBase);
  const others = useStudioState((state) => readTextVersions(state, place).others.length);
  return (keys.length === 0 ? [undefined] : keys).map((key) => (
    <tr key={key}>
      <th scope="row">
        {[getName(field.name), readPluralForm(key)].filter(Boolean).join(' · ')}
        {key !== undefined && <small>{key}</small>}
        {isOfBase ? (
          <small>{t('studio.textOfBase')}</small>
        ) : (
          others > 0 && <small>{t('studio.sharedText', { count: others })}</small>
        )}
      </th>
      {start.locales.map((locale) => (
        <td key={locale}>
          <LanguageText form={{ place, locale, key }} columns={COLUMNS} isEditable={isEditable} />
        </td>
      ))}
    </tr>
  ));
}, isSameText);

/** Equal texts are listed anew with each edit. */
function isSameText(one: PlacedText, other: PlacedText): boolean {
  return (
    one.field.name === other.field.name &&
    one.place.file === other.place.file &&
    formatPath(one.place.path) === formatPath(other.place.path)
  );
}
