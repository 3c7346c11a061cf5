import { type FocusEvent, type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import { ClaimChoice } from './ClaimChoice.tsx';
import { useStudio, useStudioState } from './context.ts';
import { cancelEditing, editNextText, endEditing } from './edit-in-place.ts';
import { FieldFindings } from './field-parts.tsx';
import { focusOutline } from './shortcuts.ts';
import type { EditedText } from './edited-text.ts';
import { findTextFindings, readTextForm, writeTextForm } from './texts.ts';
import { usePageChanges } from './use-page-changes.ts';
import { useTranslations } from './translations.ts';

/** Styles copied from the text to the field. */
const TYPE = ['fontWeight', 'fontStyle', 'textAlign', 'textTransform', 'letterSpacing'] as const;
/** CSS pixels; keeps the text readable on a scaled page. */
const MIN_FONT_SIZE = 13;

/** A field over the edited text of the page, in the same style. */
export function InPlaceText({ scale }: { readonly scale: number }) {
  const edited = useStudioState((state) => state.edited);
  return edited && <InPlaceField key={edited.subject} edited={edited} scale={scale} />;
}

function InPlaceField({ edited, scale }: { readonly edited: EditedText; readonly scale: number }) {
  const studio = useStudio();
  const { store, page } = studio;
  const t = useTranslations();
  const id = useId();
  const around = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const { form, element, subject } = edited;
  const now = useStudioState((state) => readTextForm(state, form));
  const allFindings = useStudioState((state) => state.findings);
  const findings = findTextFindings(allFindings, form);
  usePageChanges();
  const write = (typed: string): void => writeTextForm(store, form, typed, subject);

  useEffect(() => {
    text.current?.focus();
    text.current?.setSelectionRange(text.current.value.length, text.current.value.length);
  }, []);
  useEffect(() => {
    // The next rendering of the page would show it again.
    const hide = (): void => element.style.setProperty('visibility', 'hidden');
    hide();
    const end = page.onChange(hide);
    return () => {
      end();
      element.style.removeProperty('visibility');
    };
  }, [page, element]);
  // Follows the text.
  useLayoutEffect(() => {
    const view = element.ownerDocument.defaultView;
    if (around.current === null || text.current === null || view === null || !element.isConnected) return;
    const { left, top, width } = element.getBoundingClientRect();
    const style = view.getComputedStyle(element);
    const size = Math.max(Number.parseFloat(style.fontSize) * scale, MIN_FONT_SIZE);
    Object.assign(around.current.style, {
      transform: `translate(${Math.max(0, left * scale)}px, ${Math.max(0, top * scale)}px)`,
      width: `${width * scale}px`,
    });
    for (const name of TYPE) text.current.style[name] = style[name];
    text.current.style.fontFamily = `"Studio Signs", ${style.fontFamily}`;
    text.current.style.fontSize = `${size}px`;
    text.current.style.lineHeight = String(Number.parseFloat(style.lineHeight) / Number.parseFloat(style.fontSize));
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    switch (event.key) {
      case 'Enter':
        if (event.target !== text.current || event.nativeEvent.isComposing) return;
        endEditing(studio);
        focusOutline();
        break;
      case 'Escape':
        cancelEditing(studio);
        focusOutline();
        break;
      case 'PageDown':
        editNextText(studio, 1);
        break;
      case 'PageUp':
        editNextText(studio, -1);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    // The focus moved to the next text.
    if (!currentTarget.contains(relatedTarget) && store.getState().edited === edited) endEditing(studio);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="in-place" ref={around} onKeyDown={onKeyDown} onBlur={onBlur}>
      <textarea
        id={id}
        ref={text}
        rows={1}
        lang={form.locale}
        aria-label={t('studio.inPlace', { language: getNativeLanguageName(form.locale) })}
        aria-describedby={`${id}-about`}
        value={now}
        onChange={({ target }) => write(target.value)}
      />
      <div className="in-place-about" id={`${id}-about`}>
        <ClaimChoice locale={form.locale} field={id} onInsert={write} />
        <FieldFindings findings={findings} />
        <p>{t('studio.inPlaceHint')}</p>
      </div>
    </div>
  );
}
