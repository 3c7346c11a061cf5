import { Presets, SingleBar } from 'cli-progress';
import { printTable } from './parts/table.ts';

export const summary = 'Compiles 1,000 documents in 7 languages and prints time and peak memory.';

export async function run(): Promise<void> {
  process.env.NODE_ENV = 'production';
  const { benchSite } = await import('./parts/bench-site.ts');
  const { listDefaultPages: defaultPages } = await import('#server/site/store/default-pages.ts');
  const { site, compiler } = await benchSite(1000);
  const pages = [...defaultPages(site, Date.now())];
  const bar = new SingleBar(
    { format: '  {bar} {value}/{total} pages', clearOnComplete: true, hideCursor: true },
    Presets.rect,
  );
  if (process.stdout.isTTY) bar.start(pages.length, 0);
  const started = performance.now();
  let peak = 0;
  let bytes = 0;
  for (const [index, page] of pages.entries()) {
    const { parts } = await compiler.compile({ site, ...page });
    for (const part of parts) if (typeof part === 'string') bytes += Buffer.byteLength(part);
    if (index % 50 === 0) {
      peak = Math.max(peak, process.memoryUsage().rss);
      bar.update(index);
    }
  }
  bar.stop();
  const seconds = (performance.now() - started) / 1000;
  printTable(
    'Compiling every page of a large site (one core)',
    ['', 'value'],
    [
      ['documents × languages', pages.length],
      ['seconds', seconds.toFixed(1)],
      ['milliseconds per page', ((seconds * 1000) / pages.length).toFixed(2)],
      ['KB of HTML per page', Math.round(bytes / pages.length / 1024)],
      ['peak memory, MB', Math.round(peak / 1024 / 1024)],
    ],
  );
}
