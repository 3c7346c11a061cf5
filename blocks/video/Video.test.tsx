import { expect, test } from 'vitest';
import { blockInfo, locales } from '#schemas/generated/vocabulary.ts';
import { projectSite } from '#tests/contract/project.ts';
import { renderExample } from '#tests/contract/render-example.ts';
import examples from './examples.json' with { type: 'json' };

const site = projectSite();

const embedded = examples.filter(({ block }) => 'provider' in block);

test('Without a script each video of a provider is a link to its own page, and nothing of its host is loaded', () => {
  for (const { block } of embedded)
    for (const locale of locales) {
      const markup = renderExample(block, { site, locale });
      expect(markup).toMatch(/<a [^>]*href="https:\/\/(?:www\.youtube\.com\/watch\?v=|vimeo\.com\/)/);
      expect(markup).not.toMatch(/<(?:iframe|script|video)/);
      expect(markup.match(/ src(?:set)?="[^"]*"/gi)?.filter((source) => source.includes('//'))).toEqual([]);
    }
});

test('The content policy of its pages allows the frames that it opens, and no others', () => {
  const frames = embedded.map(({ block }) => {
    const [, frame = ''] = /data-frame="([^"]*)"/.exec(renderExample(block, { site, locale: 'en' })) ?? [];
    return new URL(frame).origin;
  });
  expect([...new Set(frames)].toSorted()).toEqual(blockInfo.video.frames?.toSorted());
});

test('A video of the site is played by the browser, loads nothing before, and offers captions, those of the page first', () => {
  const own = examples.find(({ block }) => 'file' in block)?.block ?? {};
  for (const locale of locales) {
    const markup = renderExample(own, { site, locale });
    expect(markup).toMatch(/<video [^>]*controls="" preload="none"/);
    expect(markup).toMatch(/ poster="[^"]+\.webp"/);
    expect(markup).toContain('<source src="/assets/videos/satin.mp4" type="video/mp4"/>');
    const tracks = [...markup.matchAll(/<track kind="captions" srcLang="(\w+)" label="([^"]+)"/gi)];
    expect(tracks.map(([, lang]) => lang).toSorted()).toEqual(locales.toSorted());
    expect(tracks[0]?.[1]).toBe(locale);
    expect(markup).not.toMatch(/<(?:iframe|a|vitrine-video) /);
    expect(markup).not.toContain('YouTube');
  }
  const silent = renderExample({ ...own, file: { src: 'videos/satin.mp4', silent: true } }, { site, locale: 'en' });
  expect(silent).not.toContain('<track');
});
