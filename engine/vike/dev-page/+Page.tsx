import { usePageContext } from 'vike-react/usePageContext';
import type { Overview } from './overview.ts';

const styles = 'pre { white-space: pre-wrap; } pre, td, th { overflow-wrap: anywhere; text-align: start; }';

/** All documents of the site with a link in every language, and what the commands of authors say of them. */
export function Page() {
  // The server hands it over with the URL; Vike's own type does not know it.
  const { overview } = usePageContext() as { readonly overview?: Overview };
  return (
    <main>
      <style>{styles}</style>
      <h1>Development</h1>
      <p>Revision {overview?.revision}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Document</th>
            <th scope="col">File</th>
            <th scope="col">Languages</th>
          </tr>
        </thead>
        <tbody>
          {overview?.documents.map(({ id, file, links }) => (
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
            </tr>
          ))}
        </tbody>
      </table>
      {overview?.desk.map(({ title, command, text }) => (
        <section key={title}>
          <h2>{title}</h2>
          <p>
            <code>{command}</code>
          </p>
          <pre>{text}</pre>
        </section>
      ))}
    </main>
  );
}
