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
