import { createExposureExport, type ExportBatch, type ExportOptions } from './exposure-export.ts';

/** Exports exposures as Parquet files for a column store (docs/scaling.md, "Exposures in a column store"). */
export function exportToFolder(ports: Pick<ExportOptions, 'database' | 'clock' | 'random'>, folder: string) {
  return createExposureExport({ ...ports, write: (batch) => writeFiles(folder, batch) });
}

/** Writes `exposures-<batch>.parquet` and, after erasures, `erasures-<batch>.parquet`. */
export async function writeFiles(folder: string, { name, exposures, erasures }: ExportBatch): Promise<void> {
  // Loaded on demand.
  const { writeParquet } = await import('./parquet.ts');
  const time = (at: string): Date => new Date(at);
  if (erasures.length > 0)
    await writeParquet(folder, `erasures-${name}`, [
      { name: 'anonymous_id', data: erasures.map((row) => row.anonymous_id), type: 'STRING', nullable: false },
      { name: 'erased_at', data: erasures.map((row) => time(row.erased_at)), type: 'TIMESTAMP', nullable: false },
    ]);
  if (exposures.length > 0)
    await writeParquet(folder, `exposures-${name}`, [
      ...(['id', 'anonymous_id', 'experiment', 'variation', 'revision', 'attributes'] as const).map((column) => ({
        name: column,
        data: exposures.map((row) => row[column]),
        type: 'STRING' as const,
        nullable: false,
      })),
      { name: 'phase', data: exposures.map((row) => row.phase), type: 'INT32', nullable: false },
      {
        name: 'evaluated_at',
        data: exposures.map((row) => time(row.evaluated_at)),
        type: 'TIMESTAMP',
        nullable: false,
      },
    ]);
}
