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
  const webm = (segment: string, info: string): Buffer => Buffer.from(`1a45dfa380${segment}ec821234${info}`, 'hex');
  // 2,000 units of 5 ms as a 64-bit number; 2,000 of the usual 1 ms as a 32-bit number, of which the end is unknown; none.
  const [long, short, none] = [
    '1549a966922ad7b1834c4b40448988409f400000000000',
    '1549a9668744898444fa0000',
    '1549a96680',
  ] as const;
  expect(await read('a.webm', webm('185380679b', long))).toMatchObject({ format: 'webm', seconds: 10 });
  expect(await read('b.webm', webm('1853806701ffffffffffffff', short))).toMatchObject({ seconds: 2 });
  expect(await read('c.webm', webm('1853806789', none))).toEqual({ format: 'webm', bytes: 19 });
  expect((await read('cut.webm', webm('18538067ff', none))).problem).toBeUndefined();
  expect((await read('cut.webm', webm('18538067fe', none))).problem).toContain('a part of it is missing');
  expect((await read('a.vtt', 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello')).format).toBe('vtt');
  expect((await read('a.vtt', 'WEBVTT\n\n00:00.000 --> 00:02.000\nHello')).problem).toBeUndefined();
  expect((await read('a.vtt', 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello')).last).toEqual({ line: 3, from: 1, to: 2 });
  expect((await readVideo('videos/satin.mp4')).seconds).toBeCloseTo(10, 0);
  expect(await read('b.vtt', '\uFEFFWEBVTT')).toMatchObject({ format: 'vtt', problem: 'it has no caption' });
  expect((await read('c.vtt', 'WEBVTT\n\n00:02.000 --> 00:01.000\nHello')).problem).toContain('line 3 ends before');
  expect((await read('d.vtt', 'WEBVTT\n\n00:02,000 --> 00:03,000\nHello')).problem).toContain('line 3 has no times');
  const captions = async (text: string | Buffer): Promise<string | undefined> => (await read('e.vtt', text)).problem;
  expect(await captions('WEBVTT\n\n00:01.000 -> 00:02.000\nHello')).toContain('line 3 has no times');
  expect(await captions('WEBVTT\n\n00:01.000 --> 00:02.000\n\n')).toContain('line 3 has no words');
  expect(await captions('WEBVTT\n\n00:01.000 --> 00:02.000\nA\n00:03.000 --> 00:04.000\nB')).toContain(
    'an empty line is missing before the caption of line 5',
  );
  expect(
    await captions('WEBVTT\n\nfirst\n00:01.000 --> 00:02.000\nA -> B\n\n00:03.000 --> 00:04.000\nB'),
  ).toBeUndefined();
  expect(await captions(Buffer.from('\uFEFFWEBVTT\n\n00:01.000 --> 00:02.000\nA', 'utf16le'))).toContain(
    'it is UTF-16',
  );
  expect(await captions(Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\nfür', 'latin1'))).toContain(
    'line 4 is not UTF-8',
  );
  expect((await read('page.mp4', '<!doctype html>')).format).toBeNull();
  expect(await read('empty.mp4', '')).toEqual({ format: null, bytes: 0 });
  expect(await readVideo(join(folder, 'none.mp4'))).toEqual({ format: null, bytes: 0 });
});
