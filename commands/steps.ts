import { Presets, SingleBar } from 'cli-progress';

export type StepProgress = (done: number, total: number, name: string) => void;

/** Active progress bars, and lines that wait for them to end. */
const bars = new Set<SingleBar>();
const waiting: string[] = [];

/** Runs a step of a command with progress: a bar on a terminal, and a line when done. Steps may run concurrently if at most one has a progress bar. */
export async function runStep<Result>(
  title: string,
  run: (progress: StepProgress) => Promise<Result>,
): Promise<Result> {
  const started = performance.now();
  const bar = process.stdout.isTTY ? createBar(title) : null;
  let begun = false;
  try {
    return await run((done, total, name) => {
      if (bar === null) return;
      if (!begun) bar.start(total, 0, { name: '' });
      begun = true;
      bars.add(bar);
      bar.update(done, { name });
    });
  } finally {
    if (begun) bar?.stop();
    if (bar !== null) bars.delete(bar);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    waiting.push(`  ${title.padEnd(34)}${seconds.padStart(6)} s`);
    if (bars.size === 0) for (const line of waiting.splice(0)) console.log(line);
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
