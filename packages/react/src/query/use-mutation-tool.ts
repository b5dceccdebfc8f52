import type { DefaultError } from '@tanstack/react-query'
import type { ScopeHandle } from '../tools/scope-registration.ts'
import { useTool } from '../tools/use-tool.ts'
import { type MutationToolOptions, toToolOptions } from './mutation-tool.ts'

/** What a component's tool made of a mutation takes. */
export interface UseMutationToolOptions<
  Args,
  Data,
  Failure = DefaultError,
  OnMutate = unknown,
> extends MutationToolOptions<Args, Data, Failure, OnMutate> {
  /** As `useTool`'s. */
  scope?: ScopeHandle | undefined
}

/** Registers a `mutationTool` while the component is mounted, as `useTool` does: the mutation is that of the latest committed render. */
export const useMutationTool = <Args, Data, Failure = DefaultError, OnMutate = unknown>({
  scope,
  ...options
}: UseMutationToolOptions<Args, Data, Failure, OnMutate>): void =>
  useTool({ ...toToolOptions(options), scope })
