import { useData } from 'vike-react/useData';
import { Blocks } from './Blocks.tsx';
import { Diagrams } from './Diagrams.tsx';
import type { ListedDocument, Overview } from './overview.ts';
import { parts } from './parts.ts';

const styles = `
  :root { color-scheme: light dark; --muted: color-mix(in srgb, CanvasText 66%, Canvas); --line: color-mix(in srgb, CanvasText 18%, Canvas);
    --sheet: color-mix(in srgb, CanvasText 4%, Canvas); }
  body { margin: 0; background: Canvas; color: CanvasText; font: 1rem/1.5 system-ui, sans-serif; }
  main { max-width: 90rem; margin: 0 auto; padding: clamp(1rem, 4vw, 3rem); }
  h1, h2, h3 { font-family: 'Bodoni 72', 'Bodoni MT', Didot, Georgia, serif; font-weight: 400; line-height: 1.15; }
  h1 { margin: 0; font-size: 2.5rem; }
  h2 { margin: 3rem 0 0.25rem; font-size: 1.625rem; }
  a { color: inherit; text-underline-offset: 0.25em; text-decoration-thickness: 1px; }
  :focus-visible { outline: 2px solid LinkText; outline-offset: 2px; }
  nav { display: flex; flex-wrap: wrap; gap: 0 2rem; margin: 1.5rem 0 2.5rem; border-bottom: 1px solid var(--line); }
  nav a { margin-bottom: -1px; padding: 0.75rem 0; border-bottom: 2px solid transparent; color: var(--muted); text-decoration: none; }
  nav a:hover { color: CanvasText; }
  nav [aria-current] { border-color: LinkText; color: CanvasText; font-weight: 600; }
  .fine, section > p { margin: 0; color: var(--muted); font-size: 0.875rem; }
  pre { margin: 0.75rem 0 0; padding: 1rem 1.25rem; border: 1px solid var(--line); background: var(--sheet); font-size: 0.8125rem; white-space: pre-wrap; }
  pre, td, th { overflow-wrap: anywhere; text-align: start; vertical-align: top; }
  table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
  th, td { padding: 0.625rem 1.25rem 0.625rem 0; border-bottom: 1px solid var(--line); }
  thead th { color: var(--muted); font-size: 0.8125rem; font-weight: 500; }
  tbody th { font-weight: 600; }
  td p { margin: 0; }
  details { border-bottom: 1px solid var(--line); }
  summary { padding: 0.75rem 0; font-weight: 600; cursor: pointer; }
  article { display: grid; gap: 0 1.5rem; padding-bottom: 2rem; }
  @media (min-width: 60rem) { article { grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); } }
  article h3 { grid-column: 1 / -1; margin: 0.5rem 0; }
  textarea, select, button { border: 1px solid var(--muted); background: var(--sheet); color: inherit; }
  textarea { display: block; width: 100%; box-sizing: border-box; padding: 0.75rem; font: 0.8125rem/1.5 ui-monospace, monospace; }
  select, button { min-height: 2.5rem; margin: 0.5rem 1rem 0 0; padding: 0 0.75rem; font: inherit; }
  iframe { width: 100%; min-height: 30rem; border: 1px solid var(--line); background: var(--sheet); resize: both; }
  figure { margin: 0 0 2.5rem; }
  .diagram, .diagram ul { list-style: none; padding: 0; }
  .diagram > li { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: 1rem; align-items: center; padding: 0.75rem 0; border-bottom: 1px solid var(--line); }
  .box { padding: 0.5rem 0.75rem; border: 1px solid var(--muted); background: var(--sheet); overflow-wrap: anywhere; }
  .way { display: grid; grid-template-columns: minmax(0, 2fr) 3rem minmax(0, 1fr); gap: 0.5rem; align-items: center; padding: 0.25rem 0; }
  .arrow { border-top: 1px solid var(--muted); position: relative; }
  .arrow::after { position: absolute; right: 0; top: -0.3rem; border: 0.3rem solid transparent; border-left: 0.5rem solid var(--muted); content: ''; }
`;

/** The overview for authors: documents by language and variation, live blocks, journey diagrams, and the output of commands. */
export function Page() {
  const { basePath, revision, shown } = useData<Overview>();
  return (
    <main>
      <style>{styles}</style>
      <h1>Development</h1>
      <p className="fine">Revision {revision}</p>
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
          <th scope="col">Variations</th>
        </tr>
      </thead>
      <tbody>
        {documents.map(({ id, file, links, variations }) => (
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
              {variations.map(({ name, query }) => (
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
