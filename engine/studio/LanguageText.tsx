import { useId } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { sourceLocale } from '#engine/documents/texts.ts';
import { ClaimChoice } from './ClaimChoice.tsx';
import { useStudio, useStudioState } from './context.ts';
import { FieldFindings } from './field-parts.tsx';
import type { TextForm } from './edited-text.ts';
import { findOpenReason, findTextFindings, readTextForm, writeTextForm } from './texts.ts';
import { useTranslations } from './translations.ts';

interface LanguageTextProps {
  readonly form: TextForm;
  /** Characters per line, for the initial height. */
  readonly columns: number;
  readonly isEditable: boolean;
}

/** A single-line text in one language; line breaks are up to the layout. */
export function LanguageText({ form, columns, isEditable }: LanguageTextProps) {
  const { store } = useStudio();
  const t = useTranslations();
  const id = useId();
  const { locale, key } = form;
  const now = useStudioState((state) => readTextForm(state, form));
  const reason = useStudioState((state) => findOpenReason(state, form));
  const findings = useStudioState(useShallow((state) => findTextFindings(state.findings, form)));
  const type = (after: string): void => writeTextForm(store, form, after);
  return (
    <div className="language">
      <label htmlFor={id}>{[getNativeLanguageName(locale), readPluralForm(key)].filter(Boolean).join(' · ')}</label>
      <textarea
        id={id}
        lang={locale}
        rows={Math.min(6, Math.max(1, Math.ceil(now.length / columns)))}
        value={now}
        disabled={!isEditable}
        aria-describedby={`${id}-state`}
        onChange={({ target }) => type(target.value)}
      />
      {isEditable && <ClaimChoice locale={locale} field={id} onInsert={type} />}
      <div id={`${id}-state`} className="about">
        {reason !== null && (
          <p className="warning">{t(`studio.text.${reason}`, { language: getNativeLanguageName(sourceLocale) })}</p>
        )}
        <FieldFindings findings={findings} />
      </div>
    </div>
  );
}

/** `other` of `sale.places_other`. */
export const readPluralForm = (key = ''): string | undefined => /_(zero|one|two|few|many|other)$/.exec(key)?.[1];
