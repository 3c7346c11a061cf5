import { setStage } from '../parts/stage.ts';
import type { ProofContext } from '../proof.ts';
import type { AttackStage } from './attack.ts';
import { ProxyClient } from './proxy-client.ts';
import { residentMemory } from './resident-memory.ts';

export interface OpenAttackStage extends AttackStage {
  close(): Promise<void>;
}

/** @param runs Percent of the full size. */
export async function setAttackStage(
  engine: AttackStage['engine'],
  { runs, random }: Pick<ProofContext, 'runs' | 'random'>,
): Promise<OpenAttackStage> {
  const behind = await setStage(engine);
  const server = await behind.serve({ ENVIRONMENT: 'production', LOG_LEVEL: 'warn' });
  const client = new ProxyClient(server.origin);
  return {
    engine,
    server,
    client,
    behind,
    random,
    scaled: (fullSize) => Math.max(1, Math.round((fullSize * runs) / 100)),
    memory: () => residentMemory(server.pid),
    async close() {
      client.close();
      await server.kill();
      await behind.close();
    },
  };
}
