import { AgentError } from './errors/agent-error.ts'

/**
 * Throws `AgentError` if the browser, or the version of Node, is too old to run the agent. The
 * functions came to browsers in 2023 and 2024.
 */
export function checkPlatform(): void {
  if ('withResolvers' in Promise && 'any' in AbortSignal && 'toSorted' in Array.prototype) return
  throw new AgentError(
    'This browser is too old for the agent, so nothing can run. Update it: Ambit needs Chrome or Edge 119, Firefox 124, Safari 17.4, or Node 22.',
  )
}
