export {
  apiKeyHeader,
  leastPrefix,
  prefixHeader,
  prefixVersion,
  sessionIdHeader,
} from './routes.ts'
export { addCacheMarks } from './cache-marks.ts'
export { estimateTokens, fileTokens, takesCacheMarks } from './prompt.ts'
export { encodeCall, type KeptParts, type ModelCall } from './call.ts'
export {
  collectParts,
  createEventReader,
  decodePart,
  decodeParts,
  encodeEvent,
  encodePart,
  endOfStream,
  type WirePart,
} from './part.ts'
export { parseWireError, type WireError, type WireErrorCode } from './error.ts'
export {
  type LimitUse,
  type ListedModel,
  modelPath,
  type ModelList,
  modelsPath,
  type ProxyUsage,
  usagePath,
} from './routes.ts'
export { parseRetryAfter } from './error.ts'
export { isUnsafeKey } from './json.ts'
