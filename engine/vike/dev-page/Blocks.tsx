import type { OverviewBlock } from './overview.ts';

/** Live examples of all blocks: edited JSON is rendered in the frame, or its errors are shown. */
export function Blocks({
  blocks,
  locales,
}: {
  readonly blocks: readonly OverviewBlock[];
  readonly locales: readonly string[];
}) {
  return blocks.map(({ type, examples }) => (
    <details key={type} id={`block-${type}`}>
      <summary>{type}</summary>
      {examples.map(({ name, href, json }, index) => {
        const frame = `${type}-${index}`;
        return (
          <article key={name}>
            <h3>{name}</h3>
            <form method="post" action={href} target={frame}>
              <label>
                Block
                <textarea
                  name="block"
                  rows={Math.min(24, json.split('\n').length)}
                  spellCheck={false}
                  defaultValue={json}
                />
              </label>
              <label>
                Language{' '}
                <select name="locale">
                  {locales.map((locale) => (
                    <option key={locale}>{locale}</option>
                  ))}
                </select>
              </label>
              <label>
                Theme{' '}
                <select name="theme">
                  <option>day</option>
                  <option>ink</option>
                </select>
              </label>
              <button type="submit">Show</button>
            </form>
            <iframe name={frame} title={`${type}, ${name}`} src={href} loading="lazy" />
          </article>
        );
      })}
    </details>
  ));
}
