export { collectParts } from '@ambit/core/wire'
export {
  createEventReader,
  decodeParts,
  encodeCall,
  encodeEvent,
  encodePart,
  type ModelCall,
  type ModelList,
  parseWireError,
  type WireError,
  type WireErrorCode,
  type WirePart,
} from '@ambit/protocol'
export { OAuthError, type OAuthFailure } from '@ambit/protocol/oauth'
