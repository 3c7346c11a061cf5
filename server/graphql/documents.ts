import { type DocumentNode, type GraphQLError, type GraphQLSchema, parse, specifiedRules, validate } from 'graphql';
import { persistedDocuments } from '#schemas/generated/graphql/persisted-documents.ts';
import { toPublicError } from './errors.ts';
import { forbidIntrospection } from './forbid-introspection.ts';
import { parseWithinLimits } from './limits.ts';

/** The document in a request. */
export interface DocumentQuestion {
  readonly query?: string | null | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | null | undefined;
}

export interface Documents {
  /**
   * The document to execute, by id or as sent; `null` when the request has none.
   *
   * @param ofProgram whether an API client calls, which may send its own documents
   * @throws GraphQLError when the document is not allowed here
   */
  find(question: DocumentQuestion, ofProgram?: boolean): string | null;
  /** @throws GraphQLError for a syntax error or an exceeded limit */
  parse(text: string): DocumentNode;
  validate(document: DocumentNode): readonly GraphQLError[];
}

const known = new Set(Object.values(persistedDocuments));

/**
 * Persisted operations of the client are parsed and validated once. Other documents are executed for API clients and where the API is open,
 * within the limits, without introspection and without suggestions about the schema.
 */
export function createDocuments(schema: GraphQLSchema, open: boolean): Documents {
  const parsed = new Map<string, DocumentNode>();
  const valid = new WeakSet<DocumentNode>();
  const rules = [...specifiedRules, forbidIntrospection];
  return {
    find({ query, extensions }, ofProgram = false) {
      const id = persistedId(extensions);
      const sent = query === undefined || query === null || query === '' ? null : query;
      if (id !== null) {
        const text = Object.hasOwn(persistedDocuments, id) ? persistedDocuments[id] : undefined;
        if (text === undefined)
          throw toPublicError('PERSISTED_DOCUMENTS_ONLY', 'There is no document with this id.', { status: 400 });
        if (sent !== null && sent !== text)
          throw toPublicError('PERSISTED_DOCUMENTS_ONLY', 'The document with this id is another one.', { status: 400 });
        return text;
      }
      if (open || ofProgram || sent === null || known.has(sent)) return sent;
      throw toPublicError(
        'PERSISTED_DOCUMENTS_ONLY',
        "Only the documents of the site's own client are executed here.",
        {
          status: 400,
        },
      );
    },
    parse(text) {
      if (!known.has(text)) return parseWithinLimits(text);
      const document = parsed.get(text) ?? parse(text, { noLocation: true });
      parsed.set(text, document);
      return document;
    },
    validate(document) {
      if (valid.has(document)) return [];
      const errors = validate(schema, document, rules, { maxErrors: 10, hideSuggestions: true });
      if (errors.length === 0) valid.add(document);
      return errors;
    },
  };
}

function persistedId(extensions: DocumentQuestion['extensions']): string | null {
  const entry = extensions?.['persistedQuery'];
  if (typeof entry !== 'object' || entry === null || !('sha256Hash' in entry)) return null;
  return typeof entry.sha256Hash === 'string' ? entry.sha256Hash : '';
}
