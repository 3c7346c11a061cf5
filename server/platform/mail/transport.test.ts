import { expect, test } from 'vitest';
import { MailRefusedError, requireOneLine } from './transport.ts';

test.each(['a\r\nBcc: evil@example.com', 'a\nb', 'a\rb', 'a\u0000b', 'a\u2028b', 'a\u0085b', 'a\tb'])(
  'a header value with the control character in %j is refused',
  (value) => {
    expect(() => requireOneLine('subject', value)).toThrow(MailRefusedError);
  },
);
