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
  const start = Buffer.from('\0\0\0\u0010ftypisom\0\0\u0002\0', 'latin1');
  const index = Buffer.from('\0\0\0\u0008moov', 'latin1');
  expect(await read('a.mp4', Buffer.concat([start, index]))).toEqual({ format: 'mp4', bytes: 24 });
  expect((await read('cut.mp4', Buffer.concat([start, index]).subarray(0, 20))).problem).toContain(
    'a part of it is missing',
  );
  expect((await read('recorded.mp4', start)).problem).toContain('no index');
  expect(await read('a.webm', Buffer.from('1a45dfa39f', 'hex'))).toEqual({ format: 'webm', bytes: 5 });
  expect((await read('a.vtt', 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello')).format).toBe('vtt');
  expect((await read('a.vtt', 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello')).problem).toBeUndefined();
  expect((await read('a.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello')).last).toEqual({ line: 3, from: 1, to: 2 });
  expect((await readVideo('videos/satin.mp4')).seconds).toBeCloseTo(10, 0);
  expect(await read('b.vtt', '\uFEFFWEBVTT')).toMatchObject({ format: 'vtt', problem: 'it has no caption' });
  expect((await read('c.vtt', 'WEBVTT\n\n00:02.000 --> 00:01.000\nHello')).problem).toContain('line 3 ends before');
  expect((await read('d.vtt', 'WEBVTT\n\n00:02,000 --> 00:03,000\nHello')).problem).toContain('line 3 has no times');
  expect((await read('page.mp4', '<!doctype html>')).format).toBeNull();
  expect(await read('empty.mp4', '')).toEqual({ format: null, bytes: 0 });
  expect(await readVideo(join(folder, 'none.mp4'))).toEqual({ format: null, bytes: 0 });
});
