import { useId, useState } from 'react';
import { uploadLimits } from '#engine/shared/upload-limits.ts';
import { withImage } from '#engine/documents/choose-image.ts';
import { isObject } from '#engine/documents/json.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { selectFindingsAt, readValueIn } from './blocks.ts';
import { readFileName } from './focus-property.ts';
import { useStudio, useStudioState } from './context.ts';
import { About, type TitledField, useIsOwn, useWrite } from './field-parts.tsx';
import type { StudioImage } from './protocol.ts';
import { SignedOutError } from './server.ts';
import { useTranslations } from './translations.ts';

const MILLION = 1_000_000;

type UploadState = 'busy' | { readonly error: string };

/** An image from the library, with its texts from there. */
export function ImageField({ field, place, title }: TitledField) {
  const id = useId();
  const t = useTranslations();
  const { start, store, server } = useStudio();
  const [progress, setProgress] = useState<UploadState | null>(null);
  const whole = { ...place, path: place.path.slice(0, -1) };
  const image = useStudioState(({ content }) => readValueIn(content.files, whole));
  const images = useStudioState(({ opened }) => opened.images);
  const findings = useStudioState((state) => state.findings);
  const isOwn = useIsOwn(place);
  const write = useWrite(whole);
  const src = isObject(image) && typeof image['src'] === 'string' ? image['src'] : '';
  const choose = (chosen: StudioImage | undefined): void => {
    if (!isObject(image) || chosen === undefined) return;
    const next = withImage(image, chosen.path, chosen.metadata, locales);
    const { opened } = store.getState();
    const earlier = readValueIn(Object.fromEntries(opened.files.map(({ path, text }) => [path, text])), whole);
    // The image that the page had returns with its crops.
    write(isObject(earlier) && earlier['src'] === chosen.path ? { ...earlier, ...next } : next);
  };
  const upload = async (file: File): Promise<void> => {
    if (file.size > uploadLimits.bytes)
      return setProgress({ error: t('studio.uploadTooLarge', { max: uploadLimits.bytes / MILLION }) });
    setProgress('busy');
    try {
      const answer = await server.upload(file);
      if (answer.code === 'REFUSED') return setProgress({ error: answer.message });
      const uploaded = answer.image;
      store.setState(({ opened }) => ({
        opened: { ...opened, images: [uploaded, ...opened.images.filter(({ path }) => path !== uploaded.path)] },
      }));
      choose(uploaded);
      setProgress(null);
    } catch (error) {
      setProgress({ error: t(error instanceof SignedOutError ? 'studio.save.signed-out' : 'studio.uploadFailed') });
    }
  };
  return (
    <div className="entry picture" data-picture={readFileName(src)}>
      <label htmlFor={id}>{title}</label>
      {src !== '' && <img src={`${start.addresses.image}?${new URLSearchParams({ path: src }).toString()}`} alt="" />}
      <select
        id={id}
        value={src}
        disabled={!isOwn}
        aria-describedby={`${id}-about`}
        onChange={({ target }) => choose(images.find(({ path }) => path === target.value))}
      >
        {images.every(({ path }) => path !== src) && <option value={src}>{src}</option>}
        {images.map(({ path, name }) => (
          <option key={path} value={path}>
            {name}
          </option>
        ))}
      </select>
      {isOwn && (
        <label className="upload">
          <span>{t('studio.upload')}</span>
          <input
            type="file"
            accept="image/jpeg,image/png,image/webp,image/avif"
            disabled={progress === 'busy'}
            aria-describedby={`${id}-upload`}
            onChange={({ target }) => {
              const file = target.files?.[0];
              if (file !== undefined) void upload(file);
              target.value = '';
            }}
          />
        </label>
      )}
      <p id={`${id}-upload`} role="status" className={progress === 'busy' ? 'hint' : 'error'}>
        {progress === 'busy' ? t('studio.uploading') : progress?.error}
      </p>
      <a href={start.addresses.media} target="_blank">
        {t('studio.media')}
      </a>
      <About id={`${id}-about`} description={field.description} findings={selectFindingsAt(findings, place)} />
    </div>
  );
}
