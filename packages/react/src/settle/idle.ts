/** Resolves once the browser has nothing left to do: what React can render it has rendered. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    requestIdleCallback(() => resolve())
  })
