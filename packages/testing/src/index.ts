import '@ambit/core/eager'

export { cutBytes, toByteStream, toSseText } from './cut-bytes.ts'
export { type Cut, cutParts, joinParts } from './cut-parts.ts'
export { type DrivenCall, type DrivenModel, drivenModel } from './driven-model.ts'
export { createFakeClock, type FakeClock } from './fake-clock.ts'
export { flush } from './flush.ts'
export { promptFaults } from './prompt-faults.ts'
export {
  call,
  calls,
  type Reply,
  type ScriptedCall,
  type ScriptedReply,
  type ScriptedUsage,
  text,
} from './reply.ts'
export { type ScriptedModel, type ScriptedModelOptions, scriptedModel } from './scripted-model.ts'
export { toParts } from './to-parts.ts'
export { type StreamBehaviour, toStream } from './to-stream.ts'
