import { useId } from 'react';
import { withPicture } from '#engine/documents/choose-picture.ts';
import { isObject } from '#engine/documents/json.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { findingsAt, valueIn } from './blocks.ts';
import { useStudio, useStudioState } from './context.ts';
import { About, type FieldProps, useIsOwn, useWrite } from './field-parts.tsx';
import { useWords } from './words.ts';

/** The picture of an image, from the library: it brings along what the library says of it. */
export function PictureField({ field, place, title }: Required<FieldProps>) {
  const id = useId();
  const words = useWords();
  const { start } = useStudio();
  const whole = { ...place, path: place.path.slice(0, -1) };
  const image = useStudioState(({ content }) => valueIn(content.files, whole));
  const pictures = useStudioState(({ opened }) => opened.pictures);
  const findings = useStudioState((state) => state.findings);
  const isOwn = useIsOwn(place);
  const write = useWrite(whole);
  const src = isObject(image) && typeof image['src'] === 'string' ? image['src'] : '';
  const choose = (path: string): void => {
    const chosen = pictures.find((each) => each.path === path);
    if (isObject(image) && chosen !== undefined) write(withPicture(image, path, chosen.words, locales));
  };
  return (
    <div className="entry picture">
      <label htmlFor={id}>{title}</label>
      {src !== '' && <img src={`${start.addresses.picture}?${new URLSearchParams({ path: src }).toString()}`} alt="" />}
      <select
        id={id}
        value={src}
        disabled={!isOwn}
        aria-describedby={`${id}-about`}
        onChange={({ target }) => choose(target.value)}
      >
        {pictures.every(({ path }) => path !== src) && <option value={src}>{src}</option>}
        {pictures.map(({ path, name }) => (
          <option key={path} value={path}>
            {name}
          </option>
        ))}
      </select>
      <a href={start.addresses.media} target="_blank">
        {words('studio.media')}
      </a>
      <About id={`${id}-about`} description={field.description} findings={findingsAt(findings, place)} />
    </div>
  );
}
