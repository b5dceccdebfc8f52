import { ProxyError } from './proxy-error.ts'
import { startTimer } from './start-timer.ts'

/** The requests that a proxy is answering. */
export interface InFlight {
  readonly isDraining: boolean
  add: (abort: AbortController) => void
  remove: (abort: AbortController) => void
  drain: (limitMs: number) => Promise<void>
}

/** Tracks the requests in flight, so that a proxy can shut down without cutting answers. */
export function createInFlight(): InFlight {
  const calls = new Set<AbortController>()
  let isDraining = false
  let onIdle = () => {}
  return {
    get isDraining() {
      return isDraining
    },
    add: (abort) => void calls.add(abort),
    remove(abort) {
      calls.delete(abort)
      if (calls.size === 0) onIdle()
    },
    async drain(limitMs) {
      isDraining = true
      if (calls.size === 0) return
      const idle = new Promise<void>((resolve) => (onIdle = resolve))
      const end = (): void => {
        for (const abort of calls) abort.abort(new ProxyError('shutting_down'))
      }
      // Here 0 means now.
      const timer = startTimer(end, limitMs > 0 ? limitMs : 1)
      await idle
      clearTimeout(timer)
    },
  }
}
