import { useId, useState } from 'react';
import { isObject } from '#engine/documents/json.ts';
import { nativeLanguageName } from '#engine/i18n/languages.ts';
import { type Locale, locales } from '#schemas/generated/vocabulary.ts';
import { findingsAt, listPluralForms, inside, valueIn, splitName } from './blocks.ts';
import { useStudio, useStudioState } from './context.ts';
import { About, type FieldProps, Removal, useIsOwn, useWrite } from './field-parts.tsx';
import { isUnwritten } from './structure.ts';
import type { StudioFinding, WrittenPlace } from './protocol.ts';
import { useWords } from './words.ts';

const [SOURCE = 'en'] = locales;

/** A text in the language of the page, or in all languages beside one another. */
export function TextField({ field, place, title = splitName(field.name) }: FieldProps) {
  const words = useWords();
  const id = useId();
  const value = useStudioState(({ content }) => valueIn(content.files, place));
  const texts = useStudioState(({ content }) => content.texts);
  const locale = useStudioState((state) => state.locale);
  const findings = useStudioState((state) => state.findings);
  const shared = useStudioState(({ opened }) => opened.sharedTexts);
  const [isWide, widen] = useState(false);
  if (value === undefined) return null;
  const keys = typeof value === 'string' ? listPluralForms(texts, value) : [];
  const others = [...new Set(keys.flatMap((key) => shared[key] ?? []))];
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
        isObject(value) ? (
          <InlineText key={each} place={inside(place, each)} locale={each} />
        ) : (
          keys.map((key) => (
            <KeyedText
              key={`${key} ${each}`}
              textKey={key}
              locale={each}
              isForm={keys.length > 1}
              findings={findings}
            />
          ))
        ),
      )}
      <About id={`${id}-about`} description={field.description} findings={findingsAt(findings, place)} />
      {typeof value === 'string' && <p className="hint">{value}</p>}
      <Removal field={field} place={place} title={title} />
      {others.length > 0 && (
        <p className="hint">
          {words('studio.alsoIn', { documents: others.slice(0, 3).join(', '), count: others.length })}
        </p>
      )}
    </div>
  );
}

interface KeyedTextProps {
  readonly textKey: string;
  readonly locale: Locale;
  /** Whether it is one of several plural forms. */
  readonly isForm: boolean;
  readonly findings: readonly StudioFinding[];
}

function KeyedText({ textKey, locale, isForm, findings }: KeyedTextProps) {
  const { store } = useStudio();
  const words = useWords();
  const versions = useStudioState(({ content }) => content.texts[textKey]);
  const now = versions?.[locale] ?? '';
  const source = versions?.[SOURCE] ?? '';
  const own = findings.filter(({ text }) => text?.key === textKey && text.locale === locale);
  const state = isUnwritten(now) ? 'missing' : locale !== SOURCE && now === source ? 'same' : null;
  return (
    <TextArea
      locale={locale}
      label={
        isForm
          ? `${nativeLanguageName(locale)} · ${textKey.slice(textKey.lastIndexOf('_') + 1)}`
          : nativeLanguageName(locale)
      }
      value={now}
      isDisabled={false}
      status={state === null ? null : words(`studio.text.${state}`, { language: nativeLanguageName(SOURCE) })}
      findings={own}
      onType={(after) =>
        store.change(`${textKey} ${locale}`, [{ kind: 'text', key: textKey, locale, before: now, after }])
      }
    />
  );
}

function InlineText({ place, locale }: { readonly place: WrittenPlace; readonly locale: Locale }) {
  const words = useWords();
  const value = useStudioState(({ content }) => valueIn(content.files, place));
  const isOwn = useIsOwn(place);
  const write = useWrite(place);
  const now = typeof value === 'string' ? value : '';
  return (
    <TextArea
      locale={locale}
      label={nativeLanguageName(locale)}
      value={now}
      isDisabled={!isOwn}
      status={isUnwritten(now) ? words('studio.text.missing') : null}
      findings={[]}
      onType={write}
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
