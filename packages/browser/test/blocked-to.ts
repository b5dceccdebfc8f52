import { server } from 'vitest/browser'

/** Returns what an error says of a request that was blocked. WebKit says nothing to a worker. */
export const blockedTo = (origin: string): string =>
  server.browser === 'webkit' ? 'threw "Load failed"' : `let no request to ${origin} out`
