import type { Backend } from '#server/app/backend.ts';

/** The link in the newest mail to an address. */
export async function linkTo(backend: Backend, address: string): Promise<URL> {
  const mail = (await backend.outbox.list(10_000)).find(({ to }) => to === address);
  const link = /https:\/\/\S+/.exec(mail?.text ?? '')?.[0];
  if (!link) throw new Error(`No mail with a link went to "${address}".`);
  return new URL(link);
}
