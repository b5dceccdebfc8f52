/** The most characters of a result, as JSON. The page reads a result of this length at once. */
export const maxResult = 1_000_000

/** The most characters of a report or an error, as the worker sends it. */
export const maxMessage = 20_000

/** The shortest time between two reports, in milliseconds: about one frame of the screen. */
const reportMs = 16

/**
 * The text of a function that sends reports, at most one in each frame of the screen. The latest
 * report replaces those that wait. `flush` sends the one that waits. The frame and the worker each
 * have a copy. The function looks up nothing that later code could replace.
 */
export const reporter: string = `(send) => {
  const now = performance.now.bind(performance)
  let waiting
  let timer
  let next = 0
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting === undefined) return
    send(waiting)
    waiting = undefined
    next = now() + ${reportMs}
  }
  const report = (text) => {
    waiting = text
    if (now() >= next) flush()
    else timer ??= setTimeout(flush, ${reportMs})
  }
  return { report, flush }
}`
