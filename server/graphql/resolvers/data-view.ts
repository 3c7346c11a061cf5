import { type DataViews, hashView, type ViewQuestion } from '#server/http/routes/admin/read-view.ts';
import type { GraphqlContext } from '../context.ts';
import { publicError } from '../errors.ts';
import { guarded } from '../guard.ts';
import { liveQuery } from '../live-query.ts';

/** Maximum characters of an address in a query. */
const MAX = 2_000;

/** Data of the admin pages for these pages: authenticated by session cookie, never by token. */
export function dataViewResolvers(views: DataViews) {
  const read = (question: ViewQuestion, { incoming, network, isUnattended }: GraphqlContext): Promise<unknown> => {
    if (question.path.length + question.search.length > MAX)
      throw publicError('LIMIT_EXCEEDED', `An address has at most ${MAX} characters.`);
    return views.read(question, { headers: incoming.headers, network, isUsed: !isUnattended });
  };
  const mark = guarded('dataViewMoved', 'staff', async (question: ViewQuestion, context: GraphqlContext) => {
    const view = await read(question, context);
    if (view === null) throw publicError('FORBIDDEN', 'There is no such view for this session.');
    return hashView(view);
  });
  const moves = ({ query }: ViewQuestion): string => {
    const topic = views.moves(query);
    if (topic === null) throw publicError('BAD_REQUEST', `Nothing moves in "${query}".`);
    return topic;
  };
  return {
    Query: { dataView: guarded('dataView', 'staff', read) },
    Subscription: { dataViewMoved: liveQuery('dataViewMoved', { permission: 'staff', moves }, mark) },
  };
}
