import type { DefaultError } from '@tanstack/react-query'
import type { ScopeHandle } from '../tools/scope-registration.ts'
import { useTool } from '../tools/use-tool.ts'
import { type MutationToolOptions, toToolOptions } from './mutation-tool.ts'

/** The options of `useMutationTool`. */
export interface UseMutationToolOptions<
  Args,
  Data,
  Failure = DefaultError,
  OnMutate = unknown,
> extends MutationToolOptions<Args, Data, Failure, OnMutate> {
  /** The scope, as for `useTool`. */
  scope?: ScopeHandle | undefined
}

/**
 * Registers a `mutationTool` while the component is mounted, as `useTool` does. The mutation is
 * that of the latest committed render.
 */
export const useMutationTool = <Args, Data, Failure = DefaultError, OnMutate = unknown>(
  asked: UseMutationToolOptions<Args, Data, Failure, OnMutate>,
): void => {
  // Without options the tool has no name, so it is left out.
  const { scope, ...options } = asked ?? ({} as typeof asked)
  useTool({ ...toToolOptions(options), scope })
}
