import { Presets, SingleBar } from 'cli-progress';

export type Progress = (done: number, total: number, name: string) => void;

/** Runs one step of a command and tells how it went: a bar while it runs on a terminal, one line when it is done. */
export async function step<Result>(title: string, run: (progress: Progress) => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const bar = process.stdout.isTTY ? createBar(title) : null;
  let begun = false;
  try {
    return await run((done, total, name) => {
      if (bar === null) return;
      if (!begun) bar.start(total, 0, { name: '' });
      begun = true;
      bar.update(done, { name });
    });
  } finally {
    if (begun) bar?.stop();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`  ${title.padEnd(34)}${seconds.padStart(6)} s`);
  }
}

function createBar(title: string): SingleBar {
  return new SingleBar(
    {
      format: `  ${title.padEnd(34)}{bar} {value}/{total} {name}`,
      clearOnComplete: true,
      hideCursor: true,
      barsize: 24,
    },
    Presets.rect,
  );
}
