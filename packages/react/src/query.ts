'use client'

export type { ChangeQuery } from './query/change-queries.ts'
export { mutationTool, type MutationToolOptions } from './query/mutation-tool.ts'
export { type QueryContext, queryContext } from './query/query-context.ts'
export { useMutationTool, type UseMutationToolOptions } from './query/use-mutation-tool.ts'
export { type QueryClientLike, settleOnQueries } from './settle/settle-on-queries.ts'
