/** Resolves once the browser is idle: React has rendered everything that it can render now. */
export const untilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    requestIdleCallback(() => resolve())
  })
