/**
 * Resolves in the next task. Takes a message, because a timer waits a second in a hidden page. A
 * test's DOM may have no messages: a timer does there.
 */
export function nextTask(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (typeof MessageChannel === 'undefined') {
    setTimeout(resolve)
    return promise
  }
  const { port1, port2 } = new MessageChannel()
  const answer = (): void => {
    port1.close()
    resolve()
  }
  port1.addEventListener('message', answer, { once: true })
  port1.start()
  port2.postMessage(undefined)
  return promise
}
