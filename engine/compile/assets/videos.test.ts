import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { prepareVideos } from './videos.ts';

test('Videos and captions are copied under names with a hash of their content', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'videos-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'tour.mp4'), 'one');
  await writeFile(join(folder, 'tour.en.vtt'), 'WEBVTT');
  const stored = new Map<string, string>();
  const store = {
    async obtainFile(path: string, make: () => Promise<Uint8Array>) {
      stored.set(path, Buffer.from(await make()).toString());
      return 3;
    },
  };
  const paths = await prepareVideos(folder, ['tour.mp4', 'tour.en.vtt'], store);
  expect(paths['tour.mp4']).toMatch(/^assets\/videos\/tour\.[0-9a-f]{8}\.mp4$/);
  expect(paths['tour.en.vtt']).toMatch(/^assets\/videos\/tour\.en\.[0-9a-f]{8}\.vtt$/);
  expect([...stored.values()]).toEqual(['one', 'WEBVTT']);
  await writeFile(join(folder, 'tour.mp4'), 'two');
  expect(await prepareVideos(folder, ['tour.mp4'], store)).not.toMatchObject({ 'tour.mp4': paths['tour.mp4'] });
  await expect(prepareVideos(folder, ['gone.mp4'], store)).rejects.toThrow('"gone.mp4" could not be read');
});
