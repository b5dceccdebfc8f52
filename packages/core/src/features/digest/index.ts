/** The tools that requests list, and how. */
export {
  deferred,
  type DeferredOptions,
  type ListedTool,
  type OnDelta,
  present,
  stable,
  type ToolChoice,
  type ToolList,
  type ToolListAt,
} from '../../model/tool-list.ts'
export { type DigestOptions, digest } from './digest.ts'
