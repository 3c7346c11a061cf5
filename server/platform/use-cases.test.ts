import { expect, test, vi } from 'vitest';
import type { PlatformPorts } from './platform-ports.ts';
import { bindUseCases } from './use-cases.ts';

type Ports = Pick<PlatformPorts, 'mailWritten' | 'workEnded'> & { readonly name: string };

const anna: Ports = { name: 'Anna' };
const table = {
  greet: async ({ name }: Ports, { word }: { readonly word: string }) => `${word}, ${name}`,
  write: async ({ mailWritten }: Ports) => {
    mailWritten?.();
    mailWritten?.();
    return 'written';
  },
  writeAndWait: async ({ mailWritten, workEnded }: Ports, answer: Promise<string>) => {
    mailWritten?.();
    workEnded?.();
    return answer;
  },
};

test('A use case is called with its ports and its request', async () => {
  const { greet } = bindUseCases(table, anna, () => {});
  expect(await greet({ word: 'Hello' })).toBe('Hello, Anna');
});

test('The outbox is looked at once after a use case that wrote mails, and not after others', async () => {
  const wake = vi.fn<() => void>();
  const bound = bindUseCases(table, anna, wake);
  await bound.greet({ word: 'Hello' });
  expect(wake).not.toHaveBeenCalled();
  await bound.write();
  expect(wake).toHaveBeenCalledOnce();
});

test('Mail goes out while a use case waits before it answers, so that it takes no time of the answer (B13)', async () => {
  const wake = vi.fn<() => void>();
  const floor = Promise.withResolvers<string>();
  const answer = bindUseCases(table, anna, wake).writeAndWait(floor.promise);
  expect(wake).toHaveBeenCalledOnce();
  floor.resolve('written');
  expect(await answer).toBe('written');
  expect(wake).toHaveBeenCalledOnce();
});
