// The reasons: decisions/0055.
export { addCacheMarks } from './cache-marks.ts'
export { encodeCall, encodeEntries, type KeptParts, type ModelCall, toWireJson } from './call.ts'
export {
  isRetryableStatus,
  parseWireError,
  rejections,
  type WireError,
  type WireErrorCode,
} from './error.ts'
export { hasSha256, isDeeper, isPlainJson, isUnsafeKey, sha256, toBase64 } from './json.ts'
export { type PartSource, PartStream, toSource } from './part-stream.ts'
export {
  createEventReader,
  decodePart,
  decodeParts,
  encodeEvent,
  encodePart,
  endOfStream,
  readParts,
  type WirePart,
} from './part.ts'
export { type SilenceWatch, watchBody, watchSilence } from './silence.ts'
export { type Duration, toMilliseconds } from './duration.ts'
export { byLikeness, nearest } from './nearest-name.ts'
export type { Price, Prices } from './price.ts'
export { estimateTokens, fileTokens } from './estimate-tokens.ts'
export { fold } from './fold.ts'
export { moveResultFiles } from './result-files.ts'
export { parseRetryAfter } from './retry-after.ts'
export { isTextType, readMediaType } from './media-type.ts'
export { noteStable, stableEnd, takesCacheMarks } from './stable-end.ts'
export {
  apiKeyHeader,
  type CallLimits,
  iterationHeader,
  leastPrefix,
  type LimitUse,
  type ListedModel,
  localModelsPath,
  modelPath,
  type ModelList,
  modelsPath,
  prefixHeader,
  prefixVersion,
  type ProxyUsage,
  runIdHeader,
  sessionIdHeader,
  usagePath,
} from './routes.ts'
export { randomId } from './random-id.ts'
export {
  type AnswerPage,
  type JoinedAnswer,
  maxOperations,
  userHeader,
  userHashLength,
  type SessionEvent,
  type SessionOperations,
  type SessionRefusal,
  sessionsPath,
  type WireIntent,
  type WireMessage,
  type WireSession,
  type WireWrite,
} from './sessions.ts'
