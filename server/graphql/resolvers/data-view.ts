import { type DataViews, hashView, type ViewQuestion } from '#server/http/routes/admin/read-view.ts';
import type { GraphqlContext } from '../context.ts';
import { toPublicError } from '../errors.ts';
import { guardResolver } from '../guard.ts';
import { createLiveQuery } from '../live-query.ts';

/** Maximum characters of an address in a query. */
const MAX = 2_000;

/** Data of the admin pages for these pages: authenticated by session cookie, never by token. */
export function createDataViewResolvers(views: DataViews) {
  const read = (question: ViewQuestion, { incoming, network, isUnattended }: GraphqlContext): Promise<unknown> => {
    if (question.path.length + question.search.length > MAX)
      throw toPublicError('LIMIT_EXCEEDED', `An address has at most ${MAX} characters.`);
    return views.read(question, { headers: incoming.headers, network, isUsed: !isUnattended });
  };
  const mark = guardResolver('dataViewMoved', 'staff', async (question: ViewQuestion, context: GraphqlContext) => {
    const view = await read(question, context);
    if (view === null) throw toPublicError('FORBIDDEN', 'There is no such view for this session.');
    return hashView(view);
  });
  const moves = ({ query }: ViewQuestion): string => {
    const topic = views.moves(query);
    if (topic === null) throw toPublicError('BAD_REQUEST', `Nothing moves in "${query}".`);
    return topic;
  };
  return {
    Query: { dataView: guardResolver('dataView', 'staff', read) },
    Subscription: { dataViewMoved: createLiveQuery('dataViewMoved', { permission: 'staff', moves }, mark) },
  };
}
