// A test can put its own in the place of the browser's.
const { setTimeout: later } = globalThis

/** Resolves once the browser is idle: React has rendered everything that it can render now. */
export const untilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // WebKit does not tell when it is idle. React renders in tasks, and those come first.
    if (!globalThis.requestIdleCallback) later(resolve, 250)
    // While other programs have the processor, the browser may never say that it is idle.
    else requestIdleCallback(() => resolve(), { timeout: 5_000 })
  })
