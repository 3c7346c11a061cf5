import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Backend } from '#server/app/backend.ts';
import { toTimestamp } from '#server/platform/database/timestamp.ts';
import { systemRandom } from '#server/platform/tokens/random.ts';
import { ExposureLog } from '#server/site/experiments/exposure-log.ts';
import { bench, engines, START } from '#tests/helpers/backend.ts';
import { createExposureExport, type ExportBatch, exportLimits } from './exposure-export.ts';
import { exportToFolder, writeFiles } from './export-to-folder.ts';

const sizes = { chunk: 3, batch: 6 };
const at = toTimestamp(START);
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-export-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function expose({ ports }: Backend, count: number, from = 0, consented: 0 | 1 = 1): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: `row-${from + index}`,
    anonymous_id: `visitor-${from + index}`,
    session_id: '',
    experiment: 'hero',
    variation: 'test',
    attributes: '{"locale":"de"}',
    evaluated_at: at,
    consented,
  }));
  // As of a release that knows nothing of phases, and as of this one, by turns.
  const old = rows.filter((_, index) => index % 2 === 1 || consented === 0);
  const phased = rows
    .filter((row) => !old.includes(row))
    .map(({ session_id: _session, consented: _consented, ...row }) => ({ ...row, phase: 2, revision: 'r' }));
  const { db } = ports.database;
  if (old.length > 0) await db.insertInto('exposures').values(old).execute();
  if (phased.length > 0) await db.insertInto('phase_exposures').values(phased).execute();
}

async function listFiles(kind: 'exposures' | 'erasures'): Promise<Record<string, unknown>[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(kind)).toSorted();
  const read = names.map(async (name) => parquetReadObjects({ file: await asyncBufferFromFile(join(folder, name)) }));
  return (await Promise.all(read)).flat();
}

const ids = async (): Promise<unknown[]> => (await listFiles('exposures')).map(({ id }) => id);
const sorted = (values: readonly unknown[]): readonly unknown[] => values.toSorted();
const rowIds = (count: number, from = 0): readonly string[] =>
  Array.from({ length: count }, (_, index) => `row-${from + index}`).toSorted();

describe.each(engines)('the export of exposures on %s', (engine) => {
  const { start, location } = bench(engine);
  const createExport = ({ ports }: Backend, write: (batch: ExportBatch) => Promise<void>) =>
    createExposureExport({ ...ports, random: systemRandom, sizes, write });
  const toFolder = (backend: Backend) => createExport(backend, (batch) => writeFiles(folder, batch));

  test('writes each row of a visitor who agreed once, as files for their owner alone that other programs read', async () => {
    const backend = await start();
    await expose(backend, 8);
    await expose(backend, 2, 100, 0);
    const run = toFolder(backend);
    expect(await run()).toBe(8);
    expect(await run()).toBe(0);
    const [first, ...others] = await listFiles('exposures');
    expect(first).toEqual({
      id: expect.stringMatching(/^row-/),
      anonymous_id: expect.stringMatching(/^visitor-/),
      experiment: 'hero',
      variation: 'test',
      attributes: '{"locale":"de"}',
      evaluated_at: new Date(START),
      phase: expect.toBeOneOf([1, 2]),
      revision: expect.any(String),
    });
    expect(others.filter(({ phase, revision }) => phase === 2 && revision === 'r')).not.toHaveLength(0);
    expect(others).toHaveLength(7);
    expect(sorted(await ids())).toEqual(rowIds(8));
    const [name = ''] = await readdir(folder);
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });

  test('loses nothing when a process dies before its file is written, in the middle of claiming, or behind the file', async () => {
    const where = await location();
    const backend = await start(where);
    await expose(backend, 8);
    const dying = (batch: ExportBatch): Promise<void> => Promise.reject(new Error(`Killed at ${batch.name}.`));
    await expect(createExport(backend, dying)()).rejects.toThrow('Killed');
    expect(await toFolder(backend)()).toBe(8);
    await expose(backend, 4, 8);
    const afterwards = async (batch: ExportBatch): Promise<void> => {
      await writeFiles(folder, batch);
      throw new Error('Killed.');
    };
    await expect(createExport(backend, afterwards)()).rejects.toThrow('Killed');
    expect(await toFolder(backend)()).toBe(4);
    // The file of the batch that came twice has its name again, so that nothing is there twice.
    expect(sorted(await ids())).toEqual(rowIds(12));
    await expose(backend, 4, 12);
    await claimOnly(backend, 2);
    expect(await toFolder(backend)()).toBe(4);
    expect(sorted(await ids())).toEqual(rowIds(16));
  });

  /** What a process leaves behind that dies after it has claimed some rows of a batch. */
  async function claimOnly({ ports: { database } }: Backend, count: number): Promise<void> {
    const { db } = database;
    const { batch } = await db.selectFrom('exposure_exports').select('batch').executeTakeFirstOrThrow();
    await db
      .updateTable('exposure_exports')
      .set({ batch: batch + 1, file: 'left-behind', unfinished: 1 })
      .execute();
    await db
      .updateTable('exposures')
      .set({ export_batch: batch + 1 })
      .where('id', 'in', (query) =>
        query.selectFrom('exposures').select('id').where('export_batch', 'is', null).limit(count),
      )
      .execute();
  }

  test('is done by one process at a time; one that was away for too long changes nothing any more', async () => {
    const where = await location();
    const [one, other] = [await start(where), await start(where)];
    await expose(one, 5);
    let taken = 0;
    const slow = createExport(one, async (batch) => {
      // Meanwhile another process asks, first in vain.
      expect(await toFolder(other)()).toBe(0);
      other.pass(exportLimits.lease + 1_000);
      taken = await toFolder(other)();
      await writeFiles(folder, batch);
    });
    expect(await slow()).toBe(0);
    expect(taken).toBe(5);
    expect(sorted(await ids())).toEqual(rowIds(5));
    await expose(one, 2, 5);
    expect(await toFolder(other)()).toBe(2);
    expect(sorted(await ids())).toEqual(rowIds(7));
  });

  test('reports visitors who were erased after the export of their rows, and no others', async () => {
    const backend = await start();
    await expose(backend, 2);
    const run = toFolder(backend);
    await run();
    await expose(backend, 1, 2);
    const log = new ExposureLog(backend.ports.database, { warn: () => undefined });
    log.erase('visitor-2');
    log.erase('visitor-0');
    await log.close();
    await backend.people.erase('nobody@example.com', 'test', ['visitor-1']);
    await run();
    expect((await listFiles('erasures')).map((row) => row['anonymous_id']).toSorted()).toEqual([
      'visitor-0',
      'visitor-1',
    ]);
    expect(await backend.ports.database.db.selectFrom('exported_erasures').selectAll().execute()).toEqual([]);
    expect(sorted(await ids())).toEqual(['row-0', 'row-1']);
  });

  test('belongs to maintenance once there is a folder for it', async () => {
    const [without, backend] = [await start(), await start({ exposureExportDir: folder })];
    await expose(without, 1);
    await expose(backend, 1);
    expect([await without.runMaintenance(), await backend.runMaintenance()]).toMatchObject([
      { exported: 0 },
      { exported: 1 },
    ]);
    expect(await ids()).toEqual(['row-0']);
    expect(await exportToFolder(backend.ports, folder)()).toBe(0);
  });
});
