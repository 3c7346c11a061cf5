import type { JourneyDocument } from '#schemas/generated/documents.ts';
import type { Stage } from './stage.ts';

/** Until `act` is done, the server's document lacks a transition of a machine. */
export async function withoutTransition<Result>(
  stage: Stage,
  machine: string,
  event: string,
  act: () => Promise<Result>,
): Promise<Result> {
  const { shown } = stage;
  await stage.show(lacking(shown, machine, event));
  try {
    return await act();
  } finally {
    await stage.show(shown);
  }
}

function lacking(document: JourneyDocument, name: string, event: string): JourneyDocument {
  const machine = document.machines[name];
  if (machine === undefined) return document;
  const transitions = machine.transitions.filter(({ on }) => on !== event);
  return { ...document, machines: { ...document.machines, [name]: { ...machine, transitions } } };
}
