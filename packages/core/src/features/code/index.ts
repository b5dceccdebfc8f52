export { errorOf, renderTree, replay, type Replayed } from './replay.ts'
export {
  type RunScope,
  type CodeToolOptions,
  type RunAgentOptions,
  type RunAgentResult,
  runAgent,
} from './run-agent.ts'
