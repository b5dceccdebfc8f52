/** The tools that requests list, and how. */
export { type DeferredOptions, deferred } from './deferred.ts'
export { type DigestOptions, digest } from './digest.ts'
export { present } from './present.ts'
export { stable } from './stable.ts'
export type { ListedTool, OnDelta, ToolChoice, ToolList, ToolListAt } from './tool-list.ts'
