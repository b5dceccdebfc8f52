export {
  type CodeToolOptions,
  errorOf,
  renderTree,
  replay,
  type Replayed,
  runAgent,
  type RunAgentOptions,
  type RunAgentResult,
  type RunScope,
} from '@ambit/core/code'
