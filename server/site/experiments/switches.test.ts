import { describe, expect, test } from 'vitest';
import { bench, engines } from '#tests/helpers/backend.ts';
import { followStopped } from './switches.ts';

const quiet = { warn: () => undefined, info: () => undefined };

describe.each(engines)('the switch of an experiment on %s', (engine) => {
  const { start, location } = bench(engine);

  test('reaches every process, is logged once with its actor, and can be undone', async () => {
    const where = await location();
    const [one, other] = [await start(where), await start(where)];
    let known: ReadonlySet<string> = new Set();
    const end = await followStopped(other.ports.database, quiet, (stopped) => (known = stopped));
    const turn = (stops: boolean) => one.switchExperiment({ experiment: 'hero', stops, actor: 'command-line' });
    expect([await turn(false), await turn(true), await turn(true)]).toEqual([false, true, false]);
    await expect.poll(() => [...known]).toEqual(['hero']);
    expect(await turn(false)).toBe(true);
    await expect.poll(() => [...known]).toEqual([]);
    await end();
    const noted = await one.ports.database.db
      .selectFrom('audit_entries')
      .select(['actor', 'action', 'subject'])
      .where('subject', '=', 'hero')
      .orderBy('seq')
      .execute();
    expect(noted.map((entry) => Object.values(entry).join(' '))).toEqual([
      'command-line experiment.stop hero',
      'command-line experiment.start hero',
    ]);
  });

  test('stays as it was known while the database is away', async () => {
    const { ports, switchExperiment } = await start();
    await switchExperiment({ experiment: 'hero', stops: true, actor: 'command-line' });
    const warned: unknown[] = [];
    const heard: ReadonlySet<string>[] = [];
    let isOut = false;
    const db = new Proxy(ports.database.db, {
      get(target, name) {
        if (isOut && name === 'selectFrom') throw new Error('The database is out.');
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const log = { ...quiet, warn: (...args: unknown[]) => void warned.push(args) };
    const end = await followStopped({ ...ports.database, db }, log, (stopped) => heard.push(stopped));
    isOut = true;
    await expect.poll(() => warned.length).toBe(1);
    await end();
    expect(heard.map((stopped) => [...stopped])).toEqual([['hero']]);
  });
});
