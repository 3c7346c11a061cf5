import { checkNavigation } from '#engine/shared/navigation.ts';
import type { MissingName } from '../../finding-draft.ts';
import { parseTarget } from '../../target.ts';
import type { Rule } from '../rule.ts';

export const unsafeUrl: Rule = {
  id: 'unsafe-url',
  severity: 'error',
  description:
    'Every link leads to a document, an anchor, a named link, or a URL of an allowed scheme and host (R26, D5).',
  target: function* ({ value, location }, { site: { file }, navigation }) {
    if (typeof value !== 'string' || navigation === undefined || parseTarget(value).kind !== 'url') return;
    const check = checkNavigation(value, navigation);
    if (check.ok) return;
    const hosts = navigation.config.navigation.allowedHosts;
    yield {
      location,
      message: check.message,
      expected: `a document id, "#block", "link:name", "mailto:", "tel:", or "https:" on ${hosts.length === 0 ? 'a host that navigation.allowedHosts names' : hosts.join(', ')}`,
      found: value,
      follows: file === undefined ? [] : [{ file, path: ['navigation', 'allowedHosts'] }],
      missing: check.host === undefined ? undefined : nameHost(check.host, file),
    };
  },
};

/** A host that many links lead to is missing in the list. */
const nameHost = (host: string, file: string | undefined): MissingName => ({
  name: host,
  cause:
    file === undefined
      ? undefined
      : {
          location: { file, path: ['navigation', 'allowedHosts'] },
          message: `Many links lead to "${host}", which is not allowed. Add the host, or change these links.`,
        },
});
