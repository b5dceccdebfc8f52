export { renderTree } from './render-tree.ts'
export { errorOf } from './error-of.ts'
export { type Replayed, replay } from './replay.ts'
export {
  type AgentScope,
  type CodeToolOptions,
  type RunAgentOptions,
  type RunAgentResult,
  runAgent,
} from './run-agent.ts'
