import { useId } from 'react';
import { type Drawing, icons } from '#engine/block-kit/icons.ts';
import { selectFindingsAt, splitName, readValueIn } from './blocks.ts';
import { useStudioState } from './context.ts';
import { About, type TitledField, useIsOwn, useWrite } from './field-parts.tsx';
import { useTranslations } from './translations.ts';

const drawings: Readonly<Record<string, Drawing | undefined>> = icons;

/** The icons of the site. */
export function IconField({ field, place, title }: TitledField) {
  const id = useId();
  const t = useTranslations();
  const value = useStudioState(({ content }) => readValueIn(content.files, place));
  const findings = useStudioState((state) => state.findings);
  const isOwn = useIsOwn(place);
  const write = useWrite(place);
  const { options = [], isRequired, usual } = field;
  const chosen = typeof value === 'string' ? value : '';
  const usualName = usual === undefined ? t('studio.none') : t('studio.usual', { value: String(usual) });
  return (
    <fieldset className="entry icons" disabled={!isOwn} aria-describedby={`${id}-about`}>
      <legend>{title}</legend>
      <details>
        <summary>
          <IconDrawing name={chosen || String(usual)} /> {chosen === '' ? usualName : splitName(chosen)}
        </summary>
        <div className="icon-grid">
          {!isRequired && (
            <label className="icon-none">
              <input type="radio" name={id} checked={chosen === ''} onChange={() => write(undefined)} />
              <span>{usualName}</span>
            </label>
          )}
          {options.map((option) => (
            <label key={option} title={splitName(String(option))}>
              <input type="radio" name={id} checked={chosen === option} onChange={() => write(option)} />
              <span>
                <IconDrawing name={String(option)} />
                <span className="unseen">{splitName(String(option))}</span>
              </span>
            </label>
          ))}
        </div>
      </details>
      <About id={`${id}-about`} description={field.description} findings={selectFindingsAt(findings, place)} />
    </fieldset>
  );
}

/** In the current text colour; nothing for an unknown name. */
function IconDrawing({ name }: { readonly name: string }) {
  const drawing = drawings[name];
  if (drawing === undefined) return null;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${drawing.viewBox}" fill="none" stroke="black" stroke-width="1.5">${drawing.shapes}</svg>`;
  const draw = (element: HTMLElement | null): void => {
    element?.style.setProperty('mask-image', `url("data:image/svg+xml,${encodeURIComponent(svg)}")`);
  };
  return <span className="icon-drawing" aria-hidden="true" ref={draw} />;
}
