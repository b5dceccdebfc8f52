import { AgentError } from './errors/agent-error.ts'

/** Functions of every browser and of Node that some DOMs for tests lack. */
const needed = ['ReadableStream', 'TextDecoder', 'structuredClone']

/** Throws `AgentError`, with their names, if functions are missing that the agent needs. */
export function checkFunctions(): void {
  const missing = needed.filter((name) => !(name in globalThis))
  if (missing.length === 0) return
  throw new AgentError(
    `This environment has no \`${missing.join('`, `')}\`, so the agent cannot run. All browsers and Node have them. In a test with jsdom, add "@ambit/testing/dom" to the set-up files of the test runner.`,
  )
}
