// The code for what few answers have, and for the end of each, as one chunk.
export { toDecisionChunks, toRequestChunk } from './approval-chunks.ts'
export { toArtifactPart, toDataChunk } from './data-chunks.ts'
export { toHistoryChunks, toPartChunks } from './history-chunks.ts'
export { toKeptChunk } from './kept.ts'
