import { useId, useState } from 'react';
import { locales } from '#schemas/generated/vocabulary.ts';
import { selectFindingsAt, readValueIn } from './blocks.ts';
import { useStudioState } from './context.ts';
import { About, type FieldProps, Removal } from './field-parts.tsx';
import { LanguageText } from './LanguageText.tsx';
import { findTextFindings, readTextVersions } from './texts.ts';
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
        <LanguageText key={`${form.key} ${form.locale}`} form={form} columns={34} isEditable={isEditable} />
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
