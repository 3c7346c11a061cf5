import { expect, test } from 'vitest';
import { checkImages } from '#engine/experiments/readiness.ts';
import { PendingFiles } from '#server/site/images/pending-files.ts';
import { startExperimentServer } from '#tests/helpers/experiment-server.ts';
import { CHROME, makeExperiment } from '#tests/helpers/experiments.ts';

test('No visitor takes part in an experiment until all images of its variations are encoded', async () => {
  const { promise: made, resolve: make } = Promise.withResolvers<void>();
  const files = new PendingFiles({ make: () => made, onFailure: () => undefined });
  files.add(['assets/images/a.12345678.720.avif']);
  const running = await startExperimentServer({
    experiments: [
      makeExperiment('hero', 'landings/short', {
        variations: [
          { key: 'control', variant: 'landings/default', weight: 0 },
          { key: 'test', variant: 'landings/short', weight: 1 },
        ],
      }),
    ],
    landings: [{ id: 'landings/short', bases: ['landings/default'] }],
    images: {
      files,
      whenMade: (path) => files.whenMade(path),
      ofDocument: (_, document) =>
        document === 'landings/short' ? ['assets/images/a.12345678.720.avif'].filter((path) => files.lacks(path)) : [],
      close: () => files.close(),
    },
  });
  const heading = async () => {
    const response = await fetch(running.origin, { headers: { 'user-agent': CHROME } });
    return /<h1>(.*?)<\/h1>/.exec(await response.text())?.[1];
  };
  expect(await heading()).toBe('landings/default');
  make();
  await expect.poll(heading).toBe('landings/short');
  await running.stop();
});

test('the reason says which image, and how many others', () => {
  expect(checkImages([])).toEqual([]);
  expect(checkImages(['assets/a.avif'])[0]?.message).toBe('The image "assets/a.avif" is not made yet.');
  expect(checkImages(['assets/a.avif', 'b', 'c'])[0]?.message).toBe(
    'The image "assets/a.avif" is not made yet, and 2 more files.',
  );
});
