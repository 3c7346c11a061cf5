import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('Work alone waits for what runs, and what comes meanwhile waits for it, however it ends', async () => {
  const turns = new Turns();
  const said: string[] = [];
  const say = (words: string) => async (): Promise<void> => {
    said.push(words);
  };
  const first = Promise.withResolvers<void>();
  const before = turns.beside(() => first.promise.then(say('before')));
  const restart = Promise.withResolvers<void>();
  const alone = turns.alone(() => restart.promise.then(say('alone')));
  const after = turns.beside(say('after'));
  const joined = turns.alone(say('joined'));
  await joined;
  first.reject(new Error('The page cannot be rendered.'));
  await expect(before).rejects.toThrow('cannot be rendered');
  restart.resolve();
  await Promise.all([alone, after]);
  expect(said).toEqual(['joined', 'alone', 'after']);

  await expect(turns.alone(() => Promise.reject(new Error('The settings are not code.')))).rejects.toThrow('not code');
  expect(await turns.beside(async () => 'goes on')).toBe('goes on');
});
