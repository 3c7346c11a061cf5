import { useData } from 'vike-react/useData';
import { Blocks } from './Blocks.tsx';
import { Diagrams } from './Diagrams.tsx';
import type { ListedDocument, Overview } from './overview.ts';
import { parts } from './parts.ts';

const styles = `
  :root { color-scheme: light dark; }
  body { font: 1rem/1.5 system-ui, sans-serif; }
  main { max-width: 90rem; margin: 0 auto; padding: 1rem; }
  pre { white-space: pre-wrap; }
  pre, td, th { overflow-wrap: anywhere; text-align: start; vertical-align: top; }
  nav { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; margin: 1rem 0 2rem; }
  nav a { padding: 0.5rem 0; }
  nav [aria-current] { font-weight: 600; color: inherit; text-decoration-thickness: 2px; }
  table { border-spacing: 0.75rem 0.25rem; }
  summary { padding: 0.5rem 0; font-weight: 600; }
  article { display: grid; gap: 0 1.5rem; padding-bottom: 2rem; }
  @media (min-width: 60rem) { article { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); } }
  article h3 { grid-column: 1 / -1; }
  textarea { display: block; width: 100%; box-sizing: border-box; font: 0.8125rem/1.5 monospace; }
  select, button { min-height: 2.5rem; margin: 0.5rem 1rem 0 0; }
  iframe { width: 100%; min-height: 30rem; border: 1px solid; resize: both; }
  .diagram, .diagram ul { list-style: none; padding: 0; }
  .diagram > li { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: 1rem; align-items: center; padding: 0.75rem 0; border-bottom: 1px solid; }
  .box { padding: 0.5rem 0.75rem; border: 1px solid; border-radius: 0.25rem; overflow-wrap: anywhere; }
  .way { display: grid; grid-template-columns: minmax(0, 2fr) 3rem minmax(0, 1fr); gap: 0.5rem; align-items: center; padding: 0.25rem 0; }
  .arrow { border-top: 1px solid; position: relative; }
  .arrow::after { position: absolute; right: 0; top: -0.3rem; border: 0.3rem solid transparent; border-left: 0.5rem solid; content: ''; }
`;

/** The room of an author: documents in every language and arm, blocks live, journeys as diagrams, and what the commands say of the project. */
export function Page() {
  const { basePath, revision, shown } = useData<Overview>();
  return (
    <main>
      <style>{styles}</style>
      <h1>Development</h1>
      <p>Revision {revision}</p>
      <nav aria-label="Parts">
        {parts.map(({ part, path, title }) => (
          <a key={part} href={basePath + path.slice(1)} aria-current={part === shown.part ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      <Shown shown={shown} />
    </main>
  );
}

function Shown({ shown }: Pick<Overview, 'shown'>) {
  switch (shown.part) {
    case 'documents':
      return <Documents documents={shown.documents} />;
    case 'blocks':
      return <Blocks blocks={shown.blocks} locales={shown.locales} />;
    case 'journeys':
      return <Diagrams journeys={shown.journeys} />;
    case 'desk':
      return shown.desk.map(({ title, command, text }) => (
        <section key={title}>
          <h2>{title}</h2>
          <p>
            <code>{command}</code>
          </p>
          <pre>{text}</pre>
        </section>
      ));
  }
}

function Documents({ documents }: { readonly documents: readonly ListedDocument[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Document</th>
          <th scope="col">File</th>
          <th scope="col">Languages</th>
          <th scope="col">Arms</th>
        </tr>
      </thead>
      <tbody>
        {documents.map(({ id, file, links, arms }) => (
          <tr key={id}>
            <th scope="row">{id}</th>
            <td>{file}</td>
            <td>
              {links.map(({ locale, href }) => (
                <a key={locale} href={href} hrefLang={locale}>
                  {locale}{' '}
                </a>
              ))}
            </td>
            <td>
              {arms.map(({ name, query }) => (
                <p key={name}>
                  {name}:{' '}
                  {links.map(({ locale, href }) => (
                    <a key={locale} href={href + query} hrefLang={locale}>
                      {locale}{' '}
                    </a>
                  ))}
                </p>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
