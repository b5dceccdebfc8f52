export * from './compaction.ts'
