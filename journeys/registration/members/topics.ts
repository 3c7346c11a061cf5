/** Ids of topics; see `topics` of every site. */
export const memberTopics = {
  waitingList: 'list waiting list',
  interest: 'list membership interest',
} as const;
