import '@ambit/core/eager'
import './act/leave-for-react.ts'

export { type Cut, cutBytes, cutParts, joinParts, toByteStream, toSseText } from './cut.ts'
export { type DrivenCall, type DrivenModel, drivenModel } from './driven-model.ts'
export { createFakeClock, type FakeClock, flush } from './fake-clock.ts'
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
export { testAgent, type TestAgent, type TestAgentOptions } from './test-agent.ts'
export { type StreamBehaviour, toStream } from './to-stream.ts'
