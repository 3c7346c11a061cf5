import { expect, test } from 'vitest';
import { blockInfo, locales } from '#schemas/generated/vocabulary.ts';
import { projectSite } from '#tests/contract/project.ts';
import { renderExample } from '#tests/contract/render-example.ts';
import examples from './examples.json' with { type: 'json' };

const site = projectSite();

test('Without a script each video is a link to its own page, and nothing of its host is loaded', () => {
  for (const { block } of examples)
    for (const locale of locales) {
      const markup = renderExample(block, { site, locale });
      expect(markup).toMatch(/<a [^>]*href="https:\/\/(?:www\.youtube\.com\/watch\?v=|vimeo\.com\/)/);
      expect(markup).not.toMatch(/<(?:iframe|script|video)/);
      expect(markup.match(/ src(?:set)?="[^"]*"/gi)?.filter((source) => source.includes('//'))).toEqual([]);
    }
});

test('The content policy of its pages allows the frames that it opens, and no others', () => {
  const frames = examples.map(({ block }) => {
    const [, frame = ''] = /data-frame="([^"]*)"/.exec(renderExample(block, { site, locale: 'en' })) ?? [];
    return new URL(frame).origin;
  });
  expect([...new Set(frames)].toSorted()).toEqual(blockInfo.video.frames?.toSorted());
});

test('A video of the site is played by the browser, loads nothing before, and offers captions, those of the page first', () => {
  const captions = Object.fromEntries(locales.map((locale) => [locale, `videos/tour.${locale}.vtt`]));
  const [{ block }] = examples as unknown as readonly [{ readonly block: Readonly<Record<string, unknown>> }];
  const { provider: _provider, video: _video, ...rest } = block;
  const own = { ...rest, file: { src: 'videos/tour.mp4', captions } };
  for (const locale of locales) {
    const markup = renderExample(own, { site, locale });
    expect(markup).toMatch(/<video [^>]*controls="" preload="none"/);
    expect(markup).toMatch(/ poster="[^"]+\.webp"/);
    expect(markup).toContain('<source src="/assets/videos/tour.mp4" type="video/mp4"/>');
    const tracks = [...markup.matchAll(/<track kind="captions" srcLang="(\w+)" label="([^"]+)"/gi)];
    expect(tracks.map(([, lang]) => lang).toSorted()).toEqual(locales.toSorted());
    expect(tracks[0]?.[1]).toBe(locale);
    expect(markup).not.toMatch(/<(?:iframe|a|vitrine-video) /);
    expect(markup).not.toContain('YouTube');
  }
  const silent = renderExample({ ...own, file: { src: 'videos/tour.mp4', silent: true } }, { site, locale: 'en' });
  expect(silent).not.toContain('<track');
});
