/** The tools that requests list, and how. */
export {
  type ListedTool,
  type OnDelta,
  present,
  stable,
  type ToolChoice,
  type ToolList,
  type ToolListAt,
} from '../../model/tool-list.ts'
export { deferred, type DeferredOptions } from '../../model/deferred.ts'
export { type DigestOptions, digest } from './digest.ts'
