import { createMinuteLimit } from '../outside/minute-limit.ts'

/** The most requests of one kind in any minute: of one app, and of all apps of the page. */
const mostOfApp = 30
const mostOfPage = 120
/** The most refusals that one app is told in any minute. */
const mostRefusals = 300

/** The requests that an app may make. All others count as one kind. */
const known = /^(tools\/call|resources\/read|ui\/(message|open-link|update-model-context))$/

/** Returns a function that takes one of `most` uses of a kind in any minute. */
function createKinds(most: number): (kind: string) => boolean {
  const kinds = new Map<string, () => boolean>()
  return (kind) => {
    const mayAsk = kinds.get(kind) ?? createMinuteLimit(most)
    kinds.set(kind, mayAsk)
    return mayAsk()
  }
}

const ofPage = createKinds(mostOfPage)

/**
 * Returns a function that takes a request of one app. It returns true if the app may make it now,
 * else the error to answer with, or false to answer nothing.
 */
export function createAppLimit(): (method: string, running: number) => boolean | Error {
  const ofApp = createKinds(mostOfApp)
  const mayRefuse = createMinuteLimit(mostRefusals)
  return (method, running) => {
    const kind = known.test(method) ? method : ''
    return (
      (running < mostOfApp && ofApp(kind) && ofPage(kind)) ||
      (mayRefuse() && new Error(`An app may ask this at most ${mostOfApp} times a minute.`))
    )
  }
}
