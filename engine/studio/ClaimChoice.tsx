import type { Locale } from '#schemas/generated/vocabulary.ts';
import { useStudioState } from './context.ts';
import { useTranslations } from './translations.ts';

interface ClaimChoiceProps {
  readonly locale: Locale;
  /** Id of the field to insert the claim into, at its caret. */
  readonly field: string;
  readonly onInsert: (text: string) => void;
}

/** Claims of the site, to be inserted into a text. */
export function ClaimChoice({ locale, field, onInsert }: ClaimChoiceProps) {
  const t = useTranslations();
  const claims = useStudioState(({ opened }) => opened.claims);
  if (claims.length === 0) return null;
  return (
    <select
      className="claims"
      aria-label={t('studio.insertClaim')}
      value=""
      onChange={({ target: { value } }) => {
        const text = document.getElementById(field);
        if (!(text instanceof HTMLTextAreaElement)) return;
        text.setRangeText(`{claims.${value}}`, text.selectionStart, text.selectionEnd, 'end');
        onInsert(text.value);
        text.focus();
      }}
    >
      <option value="">{t('studio.insertClaim')}</option>
      {claims.map(({ name, shown }) => (
        <option key={name} value={name}>
          {`${shown[locale] ?? ''} · ${name}`}
        </option>
      ))}
    </select>
  );
}
