// A test can put its own in the place of the browser's.
const { setTimeout: later } = globalThis

/** Resolves once the page is idle: React has rendered everything that it can render now. */
export const untilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    const { scheduler } = globalThis as { scheduler?: Scheduler }
    // A task of the lowest priority comes after all those of React. The browser's idle time does
    // not do: it may never come while other programs have the processor.
    if (scheduler) void scheduler.postTask(() => resolve(), { priority: 'background' })
    // React renders in tasks, and those come first.
    else later(resolve, 250)
  })

interface Scheduler {
  postTask: (task: () => void, options: { priority: 'background' }) => Promise<void>
}
