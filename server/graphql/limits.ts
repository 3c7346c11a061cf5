import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  parse,
} from 'graphql';
import { bodyLimits } from '#server/platform/requests/bodies.ts';
import { toPublicError } from './errors.ts';

/** Limits of a document (ASVS 5.0.0, 4.3.1); documents of the client stay far below. */
const documentLimits = {
  tokens: 1_000,
  /** Nesting of fields, with fragments counted at each use. */
  depth: 8,
  aliases: 15,
  directives: 20,
  /** Executed fields, with fragments expanded. */
  fields: 250,
} as const;

/** Maximum bytes of a request body and of a WebSocket message. */
export const largestRequest = bodyLimits.graphql;

/**
 * Parses a document and checks its size before validation, so that a rejected document costs no more than parsing.
 * @throws GraphQLError with status 400
 */
export function parseWithinLimits(text: string): DocumentNode {
  let document: DocumentNode;
  try {
    document = parse(text, { maxTokens: documentLimits.tokens });
  } catch (error) {
    if (error instanceof GraphQLError && /contains more than/.test(error.message))
      throw limitExceeded('tokens', documentLimits.tokens);
    throw error;
  }
  measure(document);
  return document;
}

interface Size {
  readonly depth: number;
  readonly fields: number;
  readonly aliases: number;
  readonly directives: number;
}

const nothing: Size = { depth: 0, fields: 0, aliases: 0, directives: 0 };

function measure(document: DocumentNode): void {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const known = new Map<string, Size | 'measuring'>();

  function measureFragment(name: string): Size {
    const fragment = fragments.get(name);
    // Validation reports unknown fragments.
    if (fragment === undefined) return nothing;
    const size = known.get(name);
    if (size === 'measuring')
      throw toPublicError('LIMIT_EXCEEDED', `The fragment "${name}" contains itself.`, { status: 400 });
    if (size !== undefined) return size;
    known.set(name, 'measuring');
    const measured = measureSelection(fragment.selectionSet, fragment.directives?.length ?? 0);
    known.set(name, measured);
    return measured;
  }

  function measureSelection({ selections }: SelectionSetNode, ownDirectives: number): Size {
    let size: Size = { ...nothing, directives: ownDirectives };
    for (const selection of selections) {
      const directives = selection.directives?.length ?? 0;
      if (selection.kind === Kind.FIELD) size = add(size, measureField(selection, directives));
      else if (selection.kind === Kind.INLINE_FRAGMENT)
        size = add(size, measureSelection(selection.selectionSet, directives));
      else size = add(size, { ...measureFragment(selection.name.value), directives });
    }
    return size;
  }

  function measureField(field: FieldNode, directives: number): Size {
    const inner = field.selectionSet ? measureSelection(field.selectionSet, directives) : { ...nothing, directives };
    return {
      ...inner,
      depth: inner.depth + 1,
      fields: inner.fields + 1,
      aliases: inner.aliases + (field.alias ? 1 : 0),
    };
  }

  let total = nothing;
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) measureFragment(definition.name.value);
    else if (definition.kind === Kind.OPERATION_DEFINITION) {
      total = add(total, measureSelection(definition.selectionSet, definition.directives?.length ?? 0));
    }
  }
  for (const size of known.values()) if (size !== 'measuring') refuse(size);
  refuse(total);
}

function add(a: Size, b: Size): Size {
  const sum = {
    depth: Math.max(a.depth, b.depth),
    fields: a.fields + b.fields,
    aliases: a.aliases + b.aliases,
    directives: a.directives + b.directives,
  };
  refuse(sum);
  return sum;
}

function refuse(size: Size): void {
  for (const what of ['depth', 'fields', 'aliases', 'directives'] as const) {
    if (size[what] > documentLimits[what]) throw limitExceeded(what, documentLimits[what]);
  }
}

function limitExceeded(what: keyof typeof documentLimits, limit: number): GraphQLError {
  return toPublicError('LIMIT_EXCEEDED', `The document goes beyond the limit of ${limit} for ${what}.`, {
    status: 400,
  });
}
