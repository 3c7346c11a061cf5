import type { ListedJourney, ListedStep, ListedWay } from './overview.ts';

/** Journeys as diagrams: boxes for steps and states, arrows for events and transitions. */
export function Diagrams({ journeys }: { readonly journeys: readonly ListedJourney[] }) {
  return journeys.flatMap(({ name, flows, machines }) => [
    ...flows.map((flow) => (
      <figure key={`${name} ${flow.name}`}>
        <figcaption>
          <h3>
            {name}: flow {flow.name}
          </h3>
        </figcaption>
        <ol className="diagram">
          {flow.steps.map((step) => (
            <Step key={step.name} {...step} />
          ))}
        </ol>
      </figure>
    )),
    ...machines.map((machine) => (
      <figure key={`${name} machine ${machine.name}`}>
        <figcaption>
          <h3>
            {name}: machine {machine.name}, begins as {machine.initial}
          </h3>
        </figcaption>
        <ul className="diagram">
          {[...Map.groupBy(machine.ways, ({ from }) => from ?? '')].map(([state, ways]) => (
            <li key={state}>
              <strong className="box">{state}</strong>
              <Ways ways={ways} />
            </li>
          ))}
        </ul>
      </figure>
    )),
  ]);
}

function Step({ name, form, ways }: ListedStep) {
  return (
    <li>
      <strong className="box">
        {name}
        <br />
        <small>form {form}</small>
      </strong>
      <Ways ways={ways} />
    </li>
  );
}

function Ways({ ways }: { readonly ways: readonly ListedWay[] }) {
  return (
    <ul>
      {ways.map(({ on, to }) => (
        <li key={`${on.join()} ${to}`} className="way">
          <span>{on.join(', ')}</span>
          <span aria-hidden="true" className="arrow" />
          <span className="box">{to}</span>
        </li>
      ))}
    </ul>
  );
}
