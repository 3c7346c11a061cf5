import { useId, useState } from 'react';
import { sourceLocale } from '#engine/documents/texts.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { ClaimChoice } from './ClaimChoice.tsx';
import { selectFindingsAt, readValueIn } from './blocks.ts';
import { useStudio, useStudioState } from './context.ts';
import { About, FieldFindings, type FieldProps, Removal } from './field-parts.tsx';
import { isUnwritten } from './structure.ts';
import { findTextFindings, readTextForm, readTextVersions, writeTextForm } from './texts.ts';
import type { TextForm } from './edited-text.ts';
import { useFieldNames, useTranslations } from './translations.ts';

/** A text in the language of the page, or in all languages side by side. */
export function TextPropertyField({ field, place, title: given }: FieldProps) {
  const t = useTranslations();
  const getName = useFieldNames();
  const title = given ?? getName(field.name);
  const id = useId();
  const locale = useStudioState((state) => state.locale);
  const findings = useStudioState((state) => state.findings);
  const opened = useStudioState((state) => state.opened);
  const content = useStudioState((state) => state.content);
  const [isWide, widen] = useState(field.isWide === true);
  const value = readValueIn(content.files, place);
  if (value === undefined) return null;
  const { isOfBase, others, isEditable, keys } = readTextVersions({ opened, content }, place);
  const all = locales.flatMap((each) =>
    (keys.length === 0 ? [undefined] : keys).map((key): TextForm => ({ place, locale: each, key })),
  );
  // Findings of other languages would be hidden.
  const forms = all.filter((form) => isWide || form.locale === locale || findTextFindings(findings, form).length > 0);
  return (
    <div className="entry text" role="group" aria-labelledby={`${id}-title`}>
      <div className="text-head">
        <span id={`${id}-title`}>{title}</span>
        <button type="button" className="plain" aria-expanded={isWide} onClick={() => widen(!isWide)}>
          {t(isWide ? 'studio.oneLanguage' : 'studio.allLanguages')}
        </button>
      </div>
      {forms.map((form) => (
        <OneText
          key={`${form.key} ${form.locale}`}
          form={form}
          plural={keys.length > 1 ? form.key?.slice(form.key.lastIndexOf('_') + 1) : undefined}
          isEditable={isEditable}
        />
      ))}
      <About
        id={`${id}-about`}
        description={field.description}
        findings={selectFindingsAt(findings, place).filter(
          (each) => !forms.some((form) => findTextFindings([each], form).length > 0),
        )}
      />
      {typeof value === 'string' && <p className="hint">{value}</p>}
      {isOfBase && <p className="hint">{t('studio.textOfBase')}</p>}
      <Removal field={field} place={place} title={title} />
      {others.length > 0 && !isOfBase && (
        <p className="hint">{t('studio.alsoIn', { documents: others.slice(0, 3).join(', '), count: others.length })}</p>
      )}
    </div>
  );
}

interface OneTextProps {
  readonly form: TextForm;
  /** Name of the plural form, if there are several. */
  readonly plural: string | undefined;
  readonly isEditable: boolean;
}

/** A single-line text; line breaks are up to the layout. */
function OneText({ form, plural, isEditable }: OneTextProps) {
  const { store } = useStudio();
  const t = useTranslations();
  const id = useId();
  const { locale } = form;
  const now = useStudioState((state) => readTextForm(state, form));
  const source = useStudioState((state) => readTextForm(state, { ...form, locale: sourceLocale }));
  const findings = useStudioState((state) => state.findings);
  const state = isUnwritten(now) ? 'missing' : locale !== sourceLocale && now === source ? 'same' : null;
  const type = (after: string): void => writeTextForm(store, form, after);
  return (
    <div className="language">
      <label htmlFor={id}>{[getNativeLanguageName(locale), plural].filter(Boolean).join(' · ')}</label>
      <textarea
        id={id}
        lang={locale}
        rows={Math.min(6, Math.max(1, Math.ceil(now.length / 34)))}
        value={now}
        disabled={!isEditable}
        aria-describedby={`${id}-state`}
        onChange={({ target }) => type(target.value)}
      />
      {isEditable && <ClaimChoice locale={locale} field={id} onInsert={type} />}
      <div id={`${id}-state`} className="about">
        {state !== null && (
          <p className="warning">{t(`studio.text.${state}`, { language: getNativeLanguageName(sourceLocale) })}</p>
        )}
        <FieldFindings findings={findTextFindings(findings, form)} />
      </div>
    </div>
  );
}
