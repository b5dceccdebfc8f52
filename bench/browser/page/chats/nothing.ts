import { countRender, type Mount } from '../conversation.ts'

/** Mounts no conversation. It measures the cost of the deltas' own tasks and their frames. */
export const mountNothing: Mount = () => {
  let isWaiting = false
  const delta = (): void => {
    if (isWaiting) return
    isWaiting = true
    requestAnimationFrame(() => {
      isWaiting = false
      countRender('nothing')
    })
  }
  return Promise.resolve({ ask: () => Promise.resolve({ delta, end: () => undefined }) })
}
