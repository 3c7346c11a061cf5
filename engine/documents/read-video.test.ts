import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readVideo } from './read-video.ts';

test('The first bytes of a file tell its format, and an unreadable one has none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'videos-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const read = async (name: string, content: string | Buffer) => {
    await writeFile(join(folder, name), content);
    return readVideo(join(folder, name));
  };
  const mp4 = Buffer.from('\0\0\0\u0020ftypisom\0\0\u0002\0', 'latin1');
  expect(await read('a.mp4', mp4)).toEqual({ format: 'mp4', bytes: 16 });
  expect(await read('a.webm', Buffer.from('1a45dfa39f', 'hex'))).toEqual({ format: 'webm', bytes: 5 });
  expect((await read('a.vtt', 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello')).format).toBe('vtt');
  expect((await read('b.vtt', '\uFEFFWEBVTT')).format).toBe('vtt');
  expect((await read('page.mp4', '<!doctype html>')).format).toBeNull();
  expect(await read('empty.mp4', '')).toEqual({ format: null, bytes: 0 });
  expect(await readVideo(join(folder, 'none.mp4'))).toEqual({ format: null, bytes: 0 });
});
