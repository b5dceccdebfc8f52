export type { Compaction, ExtraContext, ToolResultLimit } from '../features.ts'
export {
  type CompactionOptions,
  type SummaryOptions,
  hybrid,
  summarize,
  trim,
} from './compaction.ts'
export { type ToolResultLimitOptions, condense, truncate } from './tool-result-limit.ts'
