import { suggestName } from '#engine/shared/suggest-name.ts';
import { isObject, selectObjects } from '#engine/documents/json.ts';
import type { CodeMistake } from './code-mistake.ts';
import { listDeclaredNames, listNodes, readName, type SyntaxNode } from './syntax-tree.ts';

/** Mistakes in what a component renders: what the browser alone has, what differs each time, and what no page may send. */
export function findRenderMistakes(
  program: object,
  { kind, file, kit }: { readonly kind: string; readonly file: string; readonly kit: ReadonlySet<string> | null },
): readonly CodeMistake[] {
  if (!file.endsWith('.tsx'))
    return file.endsWith('.d.ts') ? [] : listNodes(program).flatMap((node) => [...inScript(node)]);
  const declared = listDeclaredNames(program);
  const mistakes = [
    ...mistakesIn(program, { isOfServer: kind !== 'island', declared }),
    ...listNodes(program).flatMap((node) => [...itemsWithoutKeys(node), ...wrongLists(node)]),
    ...undeclaredNames(program, { declared, kit: kit ?? new Set<string>() }),
    ...missingReturn(program),
  ];
  // A name that nothing declares is one mistake, however often it is used.
  return mistakes.filter(({ message }, index) => mistakes.findIndex((each) => each.message === message) === index);
}

/** Elements of a list, which React cannot distinguish without a `key`. */
function* itemsWithoutKeys({ type: kind, callee, arguments: args }: SyntaxNode): Generator<CodeMistake> {
  if (kind !== 'CallExpression' || !isObject(callee) || readName(callee['property']) !== 'map') return;
  // `Children.map` of React has its function behind the children, and makes keys itself.
  const [mapped] = selectObjects(args);
  const written = mapped?.['body'];
  const body = isObject(written) && written['type'] === 'ParenthesizedExpression' ? written['expression'] : written;
  const element = isObject(body) && body['type'] === 'JSXElement' ? body['openingElement'] : undefined;
  if (!isObject(element)) return;
  const attributes = selectObjects(element['attributes']);
  const isOpen = attributes.some(({ type }) => type === 'JSXSpreadAttribute');
  if (!isOpen && !attributes.some((attribute) => readName(attribute['name']) === 'key'))
    yield {
      offset: Number(element['start']),
      message: `Elements of a list have a "key", by which React distinguishes them. Write <${readName(element['name'])} key={…}>.`,
    };
}

/** Lists that render nothing, as their function returns nothing, or that render the number 0. */
function* wrongLists(node: SyntaxNode): Generator<CodeMistake> {
  if (node['type'] === 'JSXElement' || node['type'] === 'JSXFragment')
    for (const { type, expression } of selectObjects(node['children'])) {
      if (type !== 'JSXExpressionContainer' || !isObject(expression)) continue;
      const { left, operator, start } = expression;
      if (operator === '&&' && isObject(left) && readName(left['property']) === 'length')
        yield {
          offset: Number(start),
          message: 'Without entries this renders the number 0. Compare the length: "….length > 0 && …".',
        };
      const last = operator === '&&' ? expression['right'] : expression;
      const { callee, arguments: args } = isObject(last) ? last : {};
      const [mapped] = selectObjects(args);
      if (!isObject(callee) || readName(callee['property']) !== 'map' || !isObject(mapped?.['body'])) continue;
      if (mapped['body']['type'] === 'BlockStatement' && !returns(mapped['body']))
        yield {
          offset: Number(callee['start']),
          message:
            'The function of "map" returns nothing, so nothing is shown. Write "return (…)" in its braces, or round brackets in place of them.',
        };
    }
}

/** Code of the browser that reads texts as markup or code, and steps of a search for mistakes. */
function* inScript(node: SyntaxNode): Generator<CodeMistake> {
  const { type, callee, left } = node;
  const called = type === 'CallExpression' || type === 'NewExpression' ? nameCalled(callee) : '';
  const written = type === 'AssignmentExpression' && isObject(left) ? readName(left['property']) : '';
  const name = type === 'DebuggerStatement' ? 'debugger' : TRACE.test(called) ? 'console' : null;
  if (name !== null) yield { offset: Number(node['start']), message: `"${name}" was left from trying out. Remove it.` };
  const risk =
    /^(?:eval|Function|document\.writeln?|.*\.insertAdjacentHTML)$/.exec(called)?.[0] ??
    /^(?:inner|outer)HTML$/.exec(written)?.[0];
  if (risk !== undefined) {
    const offset = Number(
      written === '' || !isObject(left) || !isObject(left['property']) ? node['start'] : left['property']['start'],
    );
    yield {
      offset,
      message: `"${risk}" reads a text as markup or code, which may hold a script. Write "textContent", or make elements with "document.createElement" and "append".`,
    };
  }
}

/** Messages of the console, apart from reports of errors and warnings. */
const TRACE = /^console\.(?!error$|warn$)/;

/** Exported components without a `return`, which render nothing. */
function* missingReturn(program: object): Generator<CodeMistake> {
  for (const { type, declaration } of listNodes(program)) {
    if (type !== 'ExportNamedDeclaration' || !isObject(declaration)) continue;
    const name = declaration['type'] === 'FunctionDeclaration' ? readName(declaration['id']) : '';
    if (!/^[A-Z]/.test(name) || returns(declaration['body'])) continue;
    yield {
      offset: isObject(declaration['id']) ? Number(declaration['id']['start']) : 0,
      message: `The component "${name}" returns nothing, so nothing is shown. Write "return (…)" around its elements.`,
    };
  }
}

/** Whether a function returns or throws, apart from functions inside of it. */
function returns(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(returns);
  if (!isObject(node) || /Function/.test(String(node['type']))) return false;
  if (node['type'] === 'ReturnStatement' || node['type'] === 'ThrowStatement') return true;
  return Object.values(node).some((value) => typeof value === 'object' && returns(value));
}

interface KnownNames {
  readonly declared: ReadonlySet<string>;
  /** Names that engine/block-kit gives out. */
  readonly kit: ReadonlySet<string>;
}

/** Names of values that nothing declares: those of the kit that are not imported, and those like a declared one. */
function* undeclaredNames(node: unknown, known: KnownNames): Generator<CodeMistake> {
  if (Array.isArray(node)) for (const item of node) yield* undeclaredNames(item, known);
  if (!isObject(node)) return;
  const name = node['type'] === 'Identifier' ? readName(node) : '';
  if (
    name !== '' &&
    !known.declared.has(name) &&
    !(name in globalThis) &&
    !OF_BROWSER.has(name) &&
    !/^use[A-Z]/.test(name)
  ) {
    // Browsers have many constructors, such as `Image` beside a variable "image".
    const isOther = known.kit.has(name) || /^[A-Z]/.test(name);
    const suggestion = isOther ? undefined : suggestName(name, known.declared);
    if (suggestion !== undefined || known.kit.has(name))
      yield {
        offset: Number(node['start']),
        message: `Nothing here is called "${name}".${suggestion === undefined ? ' Import it.' : ''}`,
        suggestion,
      };
  }
  for (const [key, value] of Object.entries(node))
    if (!isName(node, key) && !isOfTypes(value) && typeof value === 'object') yield* undeclaredNames(value, known);
}

/** Types, and labels of exports, are no values. */
const isOfTypes = (value: unknown): boolean =>
  isObject(value) &&
  ((String(value['type']).startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(String(value['type']))) ||
    value['type'] === 'ExportSpecifier' ||
    value['type'] === 'MetaProperty');

interface Rendered {
  /** Whether only the server renders it. */
  readonly isOfServer: boolean;
  /** All names that the file declares, in any scope. */
  readonly declared: ReadonlySet<string>;
}

const OF_BROWSER: ReadonlySet<string> = new Set([
  'window',
  'document',
  'navigator',
  'location',
  'localStorage',
  'sessionStorage',
  'history',
  'screen',
  'innerWidth',
  'innerHeight',
  'scrollX',
  'scrollY',
  'scrollTo',
  'scrollBy',
  'devicePixelRatio',
  'visualViewport',
  'getComputedStyle',
  'getSelection',
  'customElements',
  'indexedDB',
  'matchMedia',
  'cancelAnimationFrame',
  'requestIdleCallback',
  'cancelIdleCallback',
  'requestAnimationFrame',
  'alert',
  'confirm',
  'XMLHttpRequest',
  'WebSocket',
]);
const LATER: ReadonlySet<string> = new Set(['fetch', 'setTimeout', 'setInterval']);
/** Hooks of React that do nothing on the server. */
const HOOK = /^use(?:State|Effect|LayoutEffect|Reducer|SyncExternalStore|Transition|DeferredValue|ImperativeHandle)$/;

function* mistakesIn(node: unknown, rendered: Rendered): Generator<CodeMistake> {
  if (Array.isArray(node)) for (const item of node) yield* mistakesIn(item, rendered);
  if (!isObject(node)) return;
  const message = whyWrong(node, rendered);
  if (message !== null) {
    yield { offset: Number(node['start']), message };
    return;
  }
  for (const [key, value] of Object.entries(node))
    if (!isName(node, key) && typeof value === 'object') yield* mistakesIn(value, rendered);
}

/** A property that is named, in contrast to a variable that is read; types are no code. */
const isName = ({ type, computed }: SyntaxNode, key: string): boolean =>
  (type === 'MemberExpression' && key === 'property' && computed !== true) ||
  (key === 'key' && computed !== true) ||
  key === 'typeAnnotation' ||
  key === 'returnType' ||
  key === 'typeArguments' ||
  type === 'TSTypeAliasDeclaration' ||
  type === 'TSInterfaceDeclaration' ||
  type === 'ImportDeclaration';

function whyWrong(node: SyntaxNode, rendered: Rendered): string | null {
  const { isOfServer, declared } = rendered;
  const name = node['type'] === 'Identifier' && typeof node['name'] === 'string' ? node['name'] : '';
  if (isOfServer && OF_BROWSER.has(name) && !declared.has(name))
    return `The server renders this component, and there is no "${name}" there. Write a "*.behaviour.ts", or make the block an "island".`;
  if (node['type'] === 'DebuggerStatement') return '"debugger" was left from trying out. Remove it.';
  if (node['type'] === 'CallExpression' || node['type'] === 'NewExpression') return whyCallWrong(node, rendered);
  if (node['type'] === 'JSXOpeningElement') return whyElementWrong(node, declared);
  if (node['type'] === 'JSXAttribute' && readName(node['name']) === 'dangerouslySetInnerHTML')
    return 'Markup as a text is not checked and may hold a script. Render elements, or a text of the document with <Text>.';
  return null;
}

function whyCallWrong(node: SyntaxNode, { isOfServer, declared }: Rendered): string | null {
  const called = nameCalled(node['callee']);
  const isNew = node['type'] === 'NewExpression';
  const isEmpty = Array.isArray(node['arguments']) && node['arguments'].length === 0;
  if (TRACE.test(called) && !declared.has('console')) return '"console" was left from trying out. Remove it.';
  if (called === 'require' && !declared.has('require')) return 'Blocks are modules: write "import", not "require".';
  if (HOOK.test(called) && isOfServer)
    return `A block of the kind "static" is rendered on the server alone, where "${called}" does nothing. Make the block an "island".`;
  if (/^use[A-Z]\w*$/.test(called) && !declared.has(called)) return `Nothing here is called "${called}". Import it.`;
  if (!isOfServer) return null;
  if (LATER.has(called) && !declared.has(called))
    return `A page is rendered at once and stored, so "${called}" changes nothing on it. Take what the page shows from the document, or make the block an "island".`;
  if (
    ['Math.random', 'crypto.randomUUID', 'Date.now', 'performance.now'].includes(called) ||
    (isNew && called === 'Date' && isEmpty)
  )
    return `A page is rendered once for all visitors, so they would all see what "${isNew ? 'new Date()' : called}" gave then. Take it from the document, or make the block an "island".`;
  return null;
}

function whyElementWrong(node: SyntaxNode, declared: ReadonlySet<string>): string | null {
  const tag = readName(node['name']);
  if (/^[A-Z]\w*$/.test(tag) && !declared.has(tag)) return `Nothing here is called "${tag}". Import it.`;
  if (tag === 'script' || tag === 'iframe' || tag === 'style')
    return `The content security policy refuses <${tag}> in a block. ${tag === 'style' ? 'Write styles in the stylesheet of the block' : tag === 'script' ? 'Write a "*.behaviour.ts", or make the block an "island"' : 'The block "video" shows videos of other sites'}.`;
  const read = (name: string): unknown =>
    selectObjects(node['attributes']).find((attribute) => readName(attribute['name']) === name)?.['value'];
  if (tag === 'img' && /^\w+\.src$/.test(nameCalled(getExpression(read('src')))))
    return 'An image of a document has sizes, formats and a text: show it with <Picture>.';
  const source = read('src');
  const isOpen = selectObjects(node['attributes']).some(({ type }) => type === 'JSXSpreadAttribute');
  // An address as a literal has a finding of its own.
  if (tag === 'img' && read('alt') === undefined && !isOpen && isObject(source) && source['type'] !== 'Literal')
    return 'The image has no "alt", so screen readers read out its address. Show an image of the document with <Picture>, or write "alt".';
  const href = read('href');
  const target = isObject(href) && typeof href['value'] === 'string' ? href['value'] : '';
  if (tag === 'a' && /^(?:https?:)?\/\/|^\/(?!\/)|^mailto:|^tel:/.test(target))
    return `This address is the same in every language and is not checked. Take a link of the document and show it with <Link>.`;
  return null;
}

/** `image.src` of `{image.src}`. */
const getExpression = (value: unknown): unknown => (isObject(value) ? value['expression'] : undefined);

/** `Math.random` for a member of a name. */
function nameCalled(callee: unknown): string {
  if (!isObject(callee)) return '';
  if (callee['type'] !== 'MemberExpression') return readName(callee);
  return `${readName(callee['object'])}.${readName(callee['property'])}`;
}
