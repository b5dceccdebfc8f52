import { AgentError } from './errors/agent-error.ts'

/**
 * The oldest browsers that run the agent: the first with all four functions of `isSupported`. A
 * check of the built files refuses newer syntax and functions.
 */
export const leastBrowsers = 'Chrome or Edge 120, Firefox 125, Safari 17.4'

/**
 * Returns true if this browser, or this version of Node, has what the agent needs. The oldest are
 * Chrome and Edge 120, Firefox 125, Safari 17.4 and Node 22. In an older one, every run fails with
 * an `AgentError`, and the widget shows one sentence.
 */
export function isSupported(): boolean {
  return (
    'withResolvers' in Promise && 'any' in AbortSignal && 'canParse' in URL && 'Segmenter' in Intl
  )
}

/** Throws `AgentError` if the browser, or the version of Node, is too old to run the agent. */
export function checkPlatform(): void {
  if (isSupported()) return
  throw new AgentError(
    `This browser, or this version of Node, is too old for the agent. Update it: Ambit needs ${leastBrowsers}, or Node 22.`,
    { code: 'platform' },
  )
}

/** Functions of every browser and of Node that some DOMs for tests lack. */
const needed = ['ReadableStream', 'TextDecoder', 'structuredClone']

/** Throws `AgentError`, with their names, if functions are missing that the agent needs. */
export function checkFunctions(): void {
  const missing = needed.filter((name) => !(name in globalThis))
  if (missing.length === 0) return
  throw new AgentError(
    `This environment has no \`${missing.join('`, `')}\`, so the agent cannot run. In a test with jsdom, add "@ambit/testing/dom" to the set-up files of the test runner.`,
    { code: 'platform' },
  )
}
