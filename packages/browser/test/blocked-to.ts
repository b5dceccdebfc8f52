import { server } from 'vitest/browser'

/** Returns what an error says of a request that was blocked. WebKit tells a worker nothing of it. */
export const blockedTo = (origin: string): string =>
  server.browser === 'webkit' ? 'threw "Load failed"' : `let no request to ${origin} out`
