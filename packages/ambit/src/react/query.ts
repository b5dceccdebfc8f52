'use client'

export {
  mutationTool,
  type MutationToolOptions,
  queries,
  type QueryContext,
  queryContext,
  useMutationTool,
  type UseMutationToolOptions,
} from '@ambit/react/query'
