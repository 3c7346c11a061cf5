import { compare, requestHead } from './parts/compare.ts';
import { startMeasured } from './parts/server-process.ts';
import { printTable } from './parts/table.ts';

export const summary = 'Requests per second with 1, 1,000 and 10,000 documents: it should not matter.';

export async function run(): Promise<void> {
  const counts = [1, 1000, 10_000];
  const servers = await Promise.all(
    counts.map((count) => startMeasured(String(count), 'serve-vitrine.ts', [String(count)])),
  );
  const rows = await compare(
    servers.map((server) => ({
      name: `${server.name} documents more`,
      server,
      requests: [requestHead('/copy-0', 'visit=1')],
    })),
    { rounds: 5, duration: 800, connections: 16 },
  );
  await Promise.all(servers.map((server) => server.stop()));
  const [first] = rows;
  printTable(
    'Sending one landing of many',
    ['', 'requests/s', 'CPU µs', 'of the first'],
    rows.map((row) => [
      row.name,
      Math.round(row.requestsPerSecond),
      row.cpuPerRequest.toFixed(1),
      `${(row.requestsPerSecond / (first?.requestsPerSecond ?? Number.NaN)).toFixed(2)}×`,
    ]),
  );
}
