import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type {
  CompiledQuery,
  DatabaseConnection,
  DatabaseIntrospector,
  Dialect,
  DialectAdapter,
  Driver,
  Kysely,
  QueryCompiler,
  QueryResult,
} from 'kysely';
import { classifyDatabaseError } from '#server/platform/database/database-error.ts';
import { explainSqlite } from '#server/platform/database/sqlite-failure.ts';
import { InternalError } from '#engine/shared/errors.ts';

/** Timeouts of the embedded database in milliseconds. */
export const sqliteLimits = {
  /** Waiting for another process's lock; then the statement fails as busy. */
  lock: 5_000,
  /** Waiting for other writes of this process; reached only by a write outside the transaction that it is part of. */
  turn: 30_000,
} as const;

/**
 * A Kysely dialect for `node:sqlite` with two connections to one file: transactions and single writes queue for the first, reads use the second, so
 * that reads never wait for a writer (write-ahead log) and no statement joins an unrelated transaction. SQLite's busy timeout is off, because it
 * would block the event loop; locks are polled with timers.
 */
export class NodeSqliteDialect implements Dialect {
  readonly #open: OpenHandles;
  readonly #isSynced: boolean;

  /** @param options.foreignKeys off for schema changes, in which tables are rebuilt */
  constructor(file: string | OpenHandles, { foreignKeys = true, isSynced = true } = {}) {
    this.#open = typeof file === 'string' ? openOnce(file, foreignKeys) : file;
    this.#isSynced = isSynced;
  }

  /**
   * A dialect with the same connections, whose transactions do not wait for the disk (`synchronous = normal`): they survive a crash of the process, but
   * a power failure may undo the last ones.
   */
  withoutSync(): NodeSqliteDialect {
    return new NodeSqliteDialect(this.#open, { isSynced: false });
  }

  createDriver(): Driver {
    return new NodeSqliteDriver(this.#open, this.#isSynced);
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler();
  }

  createAdapter(): DialectAdapter {
    return new NodeSqliteAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(db);
  }
}

/** Schema changes run inside one `begin immediate`, which serves as lock between migrating processes. */
class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Commits wait for the disk. */
const SYNCED = 'pragma synchronous = full';

type OpenHandles = () => Promise<Handles>;

/** Opens the connections on the first call. */
function openOnce(file: string, foreignKeys: boolean): OpenHandles {
  let handles: Promise<Handles> | undefined;
  const open = async (): Promise<Handles> =>
    new Handles(file, await openHandle(file, foreignKeys), await openHandle(file, foreignKeys));
  return () => (handles ??= open());
}

class NodeSqliteDriver implements Driver {
  readonly #open: OpenHandles;
  readonly #isSynced: boolean;
  #handles: Handles | undefined;

  constructor(open: OpenHandles, isSynced: boolean) {
    this.#open = open;
    this.#isSynced = isSynced;
  }

  async init(): Promise<void> {
    this.#handles = await this.#open();
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (!this.#handles) throw new InternalError('The SQLite driver was used before it was initialised.');
    return new SqliteConnection(this.#handles, this.#isSynced);
  }

  beginTransaction(connection: SqliteConnection): Promise<void> {
    return connection.begin();
  }

  commitTransaction(connection: SqliteConnection): Promise<void> {
    return connection.end('commit');
  }

  rollbackTransaction(connection: SqliteConnection): Promise<void> {
    return connection.end('rollback');
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#handles?.close();
  }
}

class Handles {
  readonly file: string;
  readonly reader: DatabaseSync;
  readonly writer: DatabaseSync;
  #queue: Promise<void> = Promise.resolve();

  constructor(file: string, reader: DatabaseSync, writer: DatabaseSync) {
    this.file = file;
    this.reader = reader;
    this.writer = writer;
  }

  /** Waits for other writers; the returned function releases the turn. */
  async turn(): Promise<() => void> {
    const turn = Promise.withResolvers<void>();
    const before = this.#queue;
    this.#queue = before.then(() => turn.promise);
    const timeout = new AbortController();
    const late = sleep(sqliteLimits.turn, 'late' as const, { signal: timeout.signal, ref: false }).catch(
      () => 'in time' as const,
    );
    if ((await Promise.race([before, late])) === 'late') {
      turn.resolve();
      throw new InternalError(
        `A write waited ${sqliteLimits.turn / 1_000} s for its turn. Inside a transaction every query must go through the transaction, not through the database.`,
      );
    }
    timeout.abort();
    return turn.resolve;
  }

  async close(): Promise<void> {
    await this.#queue;
    if (this.reader.isOpen) this.reader.close();
    if (this.writer.isOpen) this.writer.close();
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #handles: Handles;
  readonly #isSynced: boolean;
  #release: (() => void) | undefined;

  constructor(handles: Handles, isSynced: boolean) {
    this.#handles = handles;
    this.#isSynced = isSynced;
  }

  async begin(): Promise<void> {
    this.#release = await this.#handles.turn();
    try {
      if (!this.#isSynced) this.#handles.writer.exec('pragma synchronous = normal');
      await whenFree(this.#handles.file, () => this.#handles.writer.exec('begin immediate'));
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    const { file, writer } = this.#handles;
    try {
      // Some errors roll the transaction back by themselves.
      if (how === 'commit' || writer.isTransaction) writer.exec(how);
    } catch (error) {
      throw explainSqlite(error, file);
    }
    this.#leave();
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#release) return execute(this.#handles.file, this.#handles.writer, query);
    if (query.query.kind === 'SelectQueryNode') return execute(this.#handles.file, this.#handles.reader, query);
    const release = await this.#handles.turn();
    try {
      return await execute(this.#handles.file, this.#handles.writer, query);
    } finally {
      release();
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }

  #leave(): void {
    if (!this.#isSynced) this.#handles.writer.exec(SYNCED);
    this.#release?.();
    this.#release = undefined;
  }
}

function execute<R>(file: string, handle: DatabaseSync, query: CompiledQuery): Promise<QueryResult<R>> {
  return whenFree(file, () => {
    const statement = handle.prepare(query.sql);
    const values = query.parameters.map(bindable);
    if (statement.columns().length > 0) {
      // The only checked edge: rows have the type that the query builder derived from `Tables`.
      return { rows: statement.all(...values) as R[] };
    }
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  });
}

async function openHandle(file: string, foreignKeys: boolean): Promise<DatabaseSync> {
  const handle = opened(file, foreignKeys);
  try {
    await whenFree(file, () => {
      handle.exec('pragma journal_mode = wal');
      handle.exec(SYNCED);
    });
    return handle;
  } catch (error) {
    handle.close();
    throw error;
  }
}

function opened(file: string, foreignKeys: boolean): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: 0, enableForeignKeyConstraints: foreignKeys });
  } catch (error) {
    throw explainSqlite(error, file);
  }
}

/** Runs a statement with retries while another connection holds the lock. */
async function whenFree<T>(file: string, run: () => T): Promise<T> {
  for (let waited = 0, pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      return run();
    } catch (error) {
      if (classifyDatabaseError(error) !== 'busy' || waited >= sqliteLimits.lock) throw explainSqlite(error, file);
    }
    const nap = pause * (0.5 + Math.random());
    await sleep(nap);
    waited += nap;
  }
}

/** `node:sqlite` rejects booleans, dates and undefined; none occurs in the tables, so one here is a defect in a query. */
function bindable(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value;
  if (value instanceof Uint8Array) return value;
  throw new InternalError(
    `A query parameter must be a string, a number, bytes or null, but got ${typeof value}. Convert it before the query.`,
  );
}
