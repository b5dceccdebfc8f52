export type { Compaction, ExtraContext, ToolResultLimit } from '../../ports.ts'
export {
  type CompactionOptions,
  condense,
  hybrid,
  summarize,
  type SummaryOptions,
  type ToolResultLimitOptions,
  trim,
  truncate,
} from './compaction.ts'
