import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';

/**
 * Writes a Parquet file atomically, readable by its owner only.
 *
 * @param name without extension
 */
export async function writeParquet(folder: string, name: string, columnData: ColumnSource[]): Promise<void> {
  const [file, part] = [join(folder, `${name}.parquet`), join(folder, `.${name}.part`)];
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(part, new Uint8Array(parquetWriteBuffer({ columnData, createdBy: 'vitrine' })), {
    mode: 0o600,
    flush: true,
  });
  await rename(part, file);
}
