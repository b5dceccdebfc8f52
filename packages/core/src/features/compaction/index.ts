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
