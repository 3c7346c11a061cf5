import { listEvents } from '#engine/documents/journeys/events.ts';
import { listEffects } from '#engine/documents/journeys/uses.ts';
import type { JourneyDocument, JourneyMachine } from '#schemas/generated/documents.ts';
import { conversions } from '#schemas/generated/events.ts';
import { Arrows, appendCount, Nodes, toDiagramText } from './mermaid.ts';
import { noWalks, type Walks } from './walks.ts';

/** A state machine as a Mermaid diagram; arrows show event, conversion and number of walks. */
export function drawMachineDiagram(document: JourneyDocument, name: string, walks: Walks = noWalks): string {
  const machine = document.machines[name];
  if (machine === undefined) return '';
  const nodes = new Nodes('s');
  const states = Object.entries(machine.states).map(
    ([state, { for: time }]) =>
      `  state "${toDiagramText(time === undefined ? state : `${state} (${time})`)}" as ${nodes.id(state)}`,
  );
  const arrows = collectArrows(document, name, machine, nodes, walks);
  return [
    'stateDiagram-v2',
    ...states,
    `  [*] --> ${nodes.id(machine.initial)}`,
    ...arrows.lines(toDiagramText, (from, to, label) => `  ${from} --> ${to} : ${label}`),
  ].join('\n');
}

function collectArrows(
  document: JourneyDocument,
  name: string,
  { transitions }: JourneyMachine,
  nodes: Nodes,
  walks: Walks,
): Arrows {
  const arrows = new Arrows();
  for (const { from, on, to } of transitions) {
    for (const state of from) {
      const label = [on, ...listConversions(document, on)].join(', ');
      arrows.add(nodes.id(state), nodes.id(to), appendCount(label, walks.transition(name, state, on, to)));
    }
  }
  return arrows;
}

/** Conversions that an outcome counts as. */
function listConversions(document: JourneyDocument, on: string): readonly string[] {
  const events = [...listEffects(document)].flatMap(({ useCase, outcome, effect }) =>
    `${useCase}.${outcome}` === on ? listEvents(effect).filter((event) => conversions.includes(event)) : [],
  );
  return [...new Set(events)];
}
