'use client'

export { type ChangeQuery, type MutationToolOptions, mutationTool } from './query/mutation-tool.ts'
export { type QueryContext, queryContext } from './query/query-context.ts'
export { useMutationTool, type UseMutationToolOptions } from './query/use-mutation-tool.ts'
export { type QueryClientLike, queries } from './query/queries.ts'
