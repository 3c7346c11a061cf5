import { suggestName } from '#engine/shared/suggest-name.ts';
import { isObject } from '#engine/documents/json.ts';
import type { CodeMistake } from './code-mistake.ts';
import { listNodes, type SyntaxNode } from './syntax-tree.ts';

/** Attributes that are shown or read out by screen readers. */
const SPOKEN: ReadonlySet<unknown> = new Set(['alt', 'aria-label', 'placeholder', 'title']);
const WORDS = /\p{L}{2}/u;

/** Attributes of HTML that React spells in another way. */
const OF_REACT =
  'className htmlFor dateTime tabIndex colSpan rowSpan srcSet readOnly maxLength minLength autoComplete autoFocus autoPlay playsInline inputMode enterKeyHint fetchPriority crossOrigin referrerPolicy noValidate'.split(
    ' ',
  );

/** Texts that cannot be translated, icons that do not exist, and attributes without an effect. */
export const findElementMistakes = (program: object, rendered: Rendered): readonly CodeMistake[] =>
  listNodes(program).flatMap((node) => [...inElement(node, rendered)]);

interface Rendered {
  readonly icons: readonly string[];
  /** Of the block; absent for layouts. */
  readonly kind: string | undefined;
}

function* inElement(node: SyntaxNode, rendered: Rendered): Generator<CodeMistake> {
  const text = node['type'] === 'JSXText' ? String(node['value']) : '';
  if (WORDS.test(text)) yield words(Number(node['start']) + text.search(/\S/), text.trim());
  if (node['type'] === 'JSXOpeningElement') yield* inAttributes(node, rendered);
}

function* inAttributes(element: SyntaxNode, { icons, kind }: Rendered): Generator<CodeMistake> {
  const attributes: readonly unknown[] = Array.isArray(element['attributes']) ? element['attributes'] : [];
  const tag = isObject(element['name']) ? String(element['name']['name']) : '';
  for (const attribute of attributes) {
    if (!isObject(attribute) || !isObject(attribute['name'])) continue;
    const { name } = attribute['name'];
    const { value, start } = isObject(attribute['value']) ? attribute['value'] : {};
    const isTwice = attributes.some(
      (other) =>
        other !== attribute &&
        isObject(other) &&
        isObject(other['name']) &&
        other['name']['name'] === name &&
        Number(other['start']) < Number(attribute['start']),
    );
    if (isTwice)
      yield {
        offset: Number(attribute['start']),
        message: `<${tag}> has "${String(name)}" twice, and the first one is dropped. Write one of them${name === 'className' ? ', with "cx" for several classes' : ''}.`,
      };
    const misuse = whyWithoutEffect(tag, String(name), typeof value === 'string', kind);
    if (misuse !== null) yield { offset: Number(attribute['start']), message: misuse };
    if (typeof value !== 'string') continue;
    if (SPOKEN.has(name) && WORDS.test(value)) yield words(Number(start), value);
    const isIcon = tag === 'Icon' && name === 'name';
    if (isIcon && icons.length > 0 && !icons.includes(value))
      yield { offset: Number(start), message: `There is no icon "${value}".`, suggestion: suggestName(value, icons) };
  }
}

/** Attributes of SVG such as `stroke-width`. */
const toCamelCase = (name: string): string =>
  /^(?:stroke|fill|clip)-/.test(name)
    ? name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
    : name;

/** Why an attribute does nothing, or not what it seems to do. */
function whyWithoutEffect(tag: string, name: string, isLiteral: boolean, kind: string | undefined): string | null {
  if (/^on[A-Z]/.test(name) && (kind === undefined || kind === 'static'))
    return `A block of the kind "static" is rendered on the server alone, so "${name}" never happens. Use a link or a form, write a "*.behaviour.ts", or make the block an "island".`;
  if (/^on[a-z]+$/.test(name) && /^[a-z]+\d?$/.test(tag))
    return `React knows no attribute "${name}", and the content security policy refuses code in attributes. Use a link or a form, write a "*.behaviour.ts", or in an "island" write the event as "onClick={…}".`;
  if (name === 'class' && /^[a-z]+\d?$/.test(tag)) return 'React calls this attribute "className".';
  const react = OF_REACT.find((each) => each.toLowerCase() === name) ?? toCamelCase(name);
  if (react !== name && /^[a-z]+\d?$/.test(tag)) return `React calls this attribute "${react}".`;
  if (name === 'for' && tag === 'label') return 'React calls this attribute "htmlFor".';
  if (name === 'style' && !isLiteral && kind !== 'island')
    return 'The content security policy refuses styles in attributes. Write a class in the stylesheet of the block.';
  if (tag === 'img' && name === 'src' && isLiteral)
    return 'No page sends an image under this address. Take an image of the document and show it with <Picture>.';
  if (tag === 'Text' && name === 'value' && isLiteral)
    return "A key as it is written here is shown as it is. Take a text of the document, or one of the block's strings.json.";
  return null;
}

const words = (offset: number, found: string): CodeMistake => ({
  offset,
  message: `The component writes the words "${found}" into the page, in one language for all visitors. Move them to the block's strings.json and render them from "strings".`,
});
