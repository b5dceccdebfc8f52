import { ProxyError } from './proxy-error.ts'
import { startTimer } from './start-timer.ts'

/** The requests that a proxy is answering. */
export interface InFlight {
  isDraining: boolean
  add: (abort: AbortController) => void
  remove: (abort: AbortController) => void
  /** Ends what waits for news, by the event `drain` at its signal, and waits for the rest. */
  drain: (limitMs: number) => Promise<void>
}

/** Tracks the requests in flight, so that a proxy can shut down without cutting answers. */
export function createInFlight(): InFlight {
  const calls = new Set<AbortController>()
  let onIdle = () => {}
  const inFlight: InFlight = {
    isDraining: false,
    add: (abort) => void calls.add(abort),
    remove(abort) {
      calls.delete(abort)
      if (calls.size === 0) onIdle()
    },
    async drain(limitMs) {
      inFlight.isDraining = true
      calls.forEach((abort) => abort.signal.dispatchEvent(new Event('drain')))
      if (calls.size === 0) return
      const end = (): void => calls.forEach((abort) => abort.abort(new ProxyError('shutting_down')))
      // Here 0 means now.
      const timer = startTimer(end, limitMs || 1)
      await new Promise<void>((resolve) => (onIdle = resolve))
      clearTimeout(timer)
    },
  }
  return inFlight
}
