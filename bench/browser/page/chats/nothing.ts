import { countRender, type Mount } from '../conversation.ts'

/** No conversation at all: what the deltas' own tasks and a frame for them cost. */
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
