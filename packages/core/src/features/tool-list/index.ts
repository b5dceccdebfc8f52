/** The tools that requests list, and how. */
export type {
  ListedTool,
  OnDelta,
  ToolChoice,
  ToolList,
  ToolListAt,
} from '../../model/tool-list.ts'
export { deferred, type DeferredOptions } from './deferred.ts'
export { type DigestOptions, digest } from './digest.ts'
export { steadyTools } from './steady-tools.ts'
