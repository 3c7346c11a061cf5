import { useId, useState } from 'react';
import { isObject, type JsonObject } from '#engine/documents/json.ts';
import { nativeLanguageName } from '#engine/i18n/languages.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { findingsAt, listPluralForms, inside, valueIn, splitName } from './blocks.ts';
import { useStudio, useStudioState } from './context.ts';
import { About, type FieldProps, Removal, useIsOwn, useWrite } from './field-parts.tsx';
import { isUnwritten } from './structure.ts';
import { findVariant } from './variant.ts';
import type { StudioFinding, WrittenPlace } from './protocol.ts';
import { useWords } from './words.ts';

const [SOURCE = 'en'] = locales;

/** A text in the language of the page, or in all languages beside one another. */
export function TextPropertyField({ field, place, title = splitName(field.name) }: FieldProps) {
  const words = useWords();
  const id = useId();
  const value = useStudioState(({ content }) => valueIn(content.files, place));
  const texts = useStudioState(({ content }) => content.texts);
  const locale = useStudioState((state) => state.locale);
  const findings = useStudioState((state) => state.findings);
  const shared = useStudioState(({ opened }) => opened.sharedTexts);
  const base = useStudioState((state) => (findVariant(state)?.file === place.file ? state.opened.base : undefined));
  const [isWide, widen] = useState(false);
  if (value === undefined) return null;
  const keys = typeof value === 'string' ? listPluralForms(texts, value) : [];
  const others = [...new Set(keys.flatMap((key) => shared[key] ?? []))];
  // What is typed in a variant is no text of its base.
  const isOfBase = base !== undefined && keys.length === 1 && others.includes(base);
  const shown = isWide ? locales : [locale];
  return (
    <div className="entry text" role="group" aria-labelledby={`${id}-title`}>
      <div className="text-head">
        <span id={`${id}-title`}>{title}</span>
        <button type="button" className="plain" aria-expanded={isWide} onClick={() => widen(!isWide)}>
          {words(isWide ? 'studio.oneLanguage' : 'studio.allLanguages')}
        </button>
      </div>
      {shown.map((each) =>
        keys.length > 1 ? (
          keys.map((key) => <PluralForm key={`${key} ${each}`} textKey={key} locale={each} />)
        ) : (
          <OneText key={each} place={place} value={value} locale={each} isOfBase={isOfBase} />
        ),
      )}
      <About id={`${id}-about`} description={field.description} findings={findingsAt(findings, place)} />
      {typeof value === 'string' && <p className="hint">{value}</p>}
      {isOfBase && <p className="hint">{words('studio.textOfBase')}</p>}
      <Removal field={field} place={place} title={title} />
      {others.length > 0 && !isOfBase && (
        <p className="hint">
          {words('studio.alsoIn', { documents: others.slice(0, 3).join(', '), count: others.length })}
        </p>
      )}
    </div>
  );
}

interface OneTextProps {
  readonly place: WrittenPlace;
  /** The text in all languages, or its key. */
  readonly value: unknown;
  readonly locale: Locale;
  /** Whether the base of a variant shows it, too: what is typed becomes a text of the variant. */
  readonly isOfBase: boolean;
}

function OneText({ place, value, locale, isOfBase }: OneTextProps) {
  const { store } = useStudio();
  const words = useWords();
  const findings = useStudioState((state) => state.findings);
  const keyed = useStudioState(({ content }) => (typeof value === 'string' ? content.texts[value] : undefined));
  const isOwn = useIsOwn(place);
  const write = useWrite(place);
  const writeVersion = useWrite(inside(place, locale));
  const versions: JsonObject = isObject(value) ? value : (keyed ?? {});
  const now = asText(versions[locale]);
  const state = textState(now, asText(versions[SOURCE]), locale);
  const type = (after: string): void => {
    if (typeof value !== 'string') writeVersion(after);
    else if (isOfBase) write({ ...versions, [locale]: after });
    else store.change(`${value} ${locale}`, [{ kind: 'text', key: value, locale, before: now, after }]);
  };
  return (
    <TextArea
      locale={locale}
      label={nativeLanguageName(locale)}
      value={now}
      isDisabled={!isOwn && typeof value !== 'string'}
      status={state === null ? null : words(`studio.text.${state}`, { language: nativeLanguageName(SOURCE) })}
      findings={findings.filter(({ text }) => text?.key === value && text?.locale === locale)}
      onType={type}
    />
  );
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

function textState(now: string, source: string, locale: Locale): 'missing' | 'same' | null {
  if (isUnwritten(now)) return 'missing';
  return locale !== SOURCE && now === source ? 'same' : null;
}

/** One of several plural forms of a text. */
function PluralForm({ textKey, locale }: { readonly textKey: string; readonly locale: Locale }) {
  const { store } = useStudio();
  const words = useWords();
  const findings = useStudioState((state) => state.findings);
  const versions = useStudioState(({ content }) => content.texts[textKey]);
  const now = versions?.[locale] ?? '';
  const state = textState(now, versions?.[SOURCE] ?? '', locale);
  return (
    <TextArea
      locale={locale}
      label={`${nativeLanguageName(locale)} · ${textKey.slice(textKey.lastIndexOf('_') + 1)}`}
      value={now}
      isDisabled={false}
      status={state === null ? null : words(`studio.text.${state}`, { language: nativeLanguageName(SOURCE) })}
      findings={findings.filter(({ text }) => text?.key === textKey && text.locale === locale)}
      onType={(after) =>
        store.change(`${textKey} ${locale}`, [{ kind: 'text', key: textKey, locale, before: now, after }])
      }
    />
  );
}

interface TextAreaProps {
  readonly locale: Locale;
  readonly label: string;
  readonly value: string;
  readonly isDisabled: boolean;
  readonly status: string | null;
  readonly findings: readonly StudioFinding[];
  readonly onType: (value: string) => void;
}

function TextArea({ locale, label, value, isDisabled, status, findings, onType }: TextAreaProps) {
  const id = useId();
  return (
    <div className="language">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        lang={locale}
        rows={Math.min(6, Math.max(1, Math.ceil(value.length / 34)))}
        value={value}
        disabled={isDisabled}
        aria-describedby={`${id}-state`}
        // A text is one line; where it breaks is the layout's.
        onChange={({ target }) => onType(target.value.replaceAll(/\r?\n/g, ' '))}
      />
      <div id={`${id}-state`} className="about">
        {status !== null && <p className="warning">{status}</p>}
        {findings.map((finding) => (
          <p key={finding.message} className={finding.severity} lang="en">
            {finding.message}
          </p>
        ))}
      </div>
    </div>
  );
}
