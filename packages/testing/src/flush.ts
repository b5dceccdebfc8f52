/**
 * Lets everything run that needs neither time nor a network: resolves once the promises that can settle, and the ones that follow from them,
 * have settled. Takes one turn of the event loop and sets no timer.
 */
export function flush(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      port2.close()
      resolve()
    })
    port1.start()
    port2.postMessage(undefined)
  })
}
