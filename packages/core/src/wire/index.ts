export {
  apiKeyHeader,
  leastPrefix,
  prefixHeader,
  prefixVersion,
  sessionIdHeader,
} from './routes.ts'
export { addCacheMarks } from './cache-marks.ts'
export { takesCacheMarks } from './stable-end.ts'
export { encodeCall, type KeptParts, type ModelCall } from './call.ts'
export { collectParts } from './collect-parts.ts'
export { createEventReader, decodeParts } from './decode-parts.ts'
export { parseWireError, type WireError, type WireErrorCode } from './error.ts'
export { decodePart, encodeEvent, encodePart, endOfStream, type WirePart } from './part.ts'
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
export { estimateTokens, fileTokens } from './estimate-tokens.ts'
