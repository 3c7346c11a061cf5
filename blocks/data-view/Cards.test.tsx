import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Cards } from './Cards.tsx';

test('A mail is a link by its name and its subject; what is drawn of it is for the eye alone, in its own language.', () => {
  const markup = renderToStaticMarkup(
    <Cards
      label="Mails by language"
      lang="pl"
      views={[{ label: 'Polski', href: '?language=pl', current: true }]}
      cards={[
        {
          link: { label: 'invitation', href: '/mail' },
          subject: 'Zaproszenie',
          headline: 'Drzwi',
          greeting: 'Dzień dobry,',
          text: 'zapraszamy.',
          button: 'Wejdź',
        },
      ]}
    />,
  );
  const read = markup.replaceAll(/<span[^>]* aria-hidden="true" lang="pl">.*?<\/em><\/span>/g, '');
  expect(read).toMatch(/<a href="\/mail"><b>invitation<\/b><span[^>]* lang="pl">Zaproszenie<\/span><\/a>/);
  expect(markup).toContain('<em>Wejdź</em>');
  expect(markup).toMatch(/<a href="\?language=pl" aria-current="true">Polski<\/a>/);
});
