import { listEvents } from '#engine/documents/journeys/events.ts';
import { listEffects } from '#engine/documents/journeys/uses.ts';
import type { JourneyDocument, JourneyStep } from '#schemas/generated/documents.ts';
import { describeCondition, describeDestination } from './describe-effect.ts';
import { Arrows, appendCount, Nodes, escapeQuoted } from './mermaid.ts';
import { noWalks, type Walks } from './walks.ts';

/** A flow as a Mermaid diagram: steps, and targets of their outcomes. */
export function drawFlowDiagram(document: JourneyDocument, name: string, walks: Walks = noWalks): string {
  const steps = document.flows[name]?.steps ?? [];
  const places = new Nodes('p');
  const arrows = new Arrows();
  for (const [index, step] of steps.entries()) addStep({ document, steps, places, arrows, walks }, index, step);
  return [
    'flowchart TD',
    `  start(["${escapeQuoted(`a landing with the flow ${name}`)}"])`,
    ...steps.map((step, index) => `  f${index}["${stepLabel(step, document)}"]`),
    ...[...places.all].map(([words, id]) => `  ${id}("${escapeQuoted(words)}")`),
    ...(steps.length > 0 ? ['  start --> f0'] : []),
    ...arrows.lines(escapeQuoted, (from, to, label) => `  ${from} -->|"${label}"| ${to}`),
  ].join('\n');
}

function stepLabel({ name, form, page }: JourneyStep, { forms }: JourneyDocument): string {
  const { fields = [], optional = [] } = forms[form] ?? {};
  const asked = fields.map((field) => (optional.includes(field) ? `${field} (optional)` : field));
  const lines = [name, `form ${form}`, asked.join(', '), page ?? ''].filter((line) => line !== '');
  return lines.map(escapeQuoted).join('<br>');
}

interface Drawn {
  readonly document: JourneyDocument;
  readonly steps: readonly JourneyStep[];
  readonly places: Nodes;
  readonly arrows: Arrows;
  readonly walks: Walks;
}

function addStep({ document, steps, places, arrows, walks }: Drawn, index: number, { form }: JourneyStep): void {
  const { useCase = form } = document.forms[form] ?? {};
  const self = `f${index}`;
  for (const use of listEffects(document)) {
    if (use.useCase !== useCase) continue;
    const { effect, outcome } = use;
    const { kind, words } = describeDestination(document, use);
    const on = `${useCase}.${outcome}`;
    const when = describeCondition(use);
    const said = [on, ...(when === 'always' ? [] : [when]), ...listEvents(effect)];
    const label = appendCount(said.join(', '), walks.outcome(on));
    if (kind === 'page') arrows.add(self, places.id(words), label);
    else if (kind === 'next' && index + 1 < steps.length) arrows.add(self, `f${index + 1}`, label);
    else arrows.add(self, self, label);
  }
}
