import { expect, onTestFinished } from 'vitest'
import { type FrameLocator, page } from 'vitest/browser'
import type { Job, Said, Told } from './agent-inside.ts'
import type { Asked } from './foreign-app.ts'
import type { Readings } from './readings.ts'

/** Returns what the model says to the text of a page; undefined until the page shows what it needs. */
export type Step = (page: string) => Said | undefined | Promise<Said | undefined>

/** What came of a job. */
export interface Done {
  /** What the model was told of its calls; nothing of those that the page did not outlive. */
  readonly answers: readonly Told[]
  readonly questions: readonly string[]
  /** All that was sent to the model. */
  readonly sent: string
}

export interface ForeignVisit {
  /** The page, as the user uses it. */
  readonly user: FrameLocator
  /** Returns the requests of the page that may change something, and all that begin with `path`. */
  readonly asked: (path?: string) => Promise<readonly Asked[]>
  /** Sends a request as somebody else does, who uses the application elsewhere. */
  readonly elsewhere: (path: string, init?: RequestInit) => Promise<unknown>
  /** Lets the agent take steps. A question to the user is answered by `decide`, with yes if left out. */
  readonly act: (
    steps: readonly Step[],
    options?: Partial<Pick<Job, 'options' | 'decide'>>,
  ) => Promise<Done>
  /** Reads the page as Ambit does, and as page-agent does. */
  readonly read: () => Promise<Readings>
}

/** Opens an application of others, with an agent of Ambit in its page, and a back end of its own. */
export async function visit(app: string, path = ''): Promise<ForeignVisit> {
  await page.viewport(1200, 900)
  const frame = document.createElement('iframe')
  const address = `/foreign/${app}/${crypto.randomUUID()}/`
  frame.src = address + path
  frame.style.cssText = 'position: fixed; inset: 0; width: 100%; height: 100%; border: 0'
  document.body.append(frame)
  onTestFinished(() => {
    frame.remove()
    localStorage.clear()
  })
  return {
    user: page.frameLocator(page.elementLocator(frame)),
    async asked(begin) {
      const all = (await (await fetch(`${address}asked`)).json()) as Asked[]
      return all.filter((one) =>
        begin === undefined ? one.method !== 'GET' : one.path.startsWith(begin),
      )
    },
    elsewhere: (to, init) => fetch(address + to, init),
    async act(steps, { options, decide = () => true } = {}) {
      const left = [...steps]
      const requests: string[] = []
      const questions: string[] = []
      let waits = 0
      await expect.poll(() => frame.contentWindow?.actHere).toBeTruthy()
      const { contentDocument } = frame
      const loadedAnew = new Promise<Told[]>((resolve) =>
        frame.addEventListener(
          'load',
          () => frame.contentDocument !== contentDocument && resolve([]),
        ),
      )
      const done = frame.contentWindow?.actHere?.({
        options,
        decide(question) {
          questions.push(question)
          return decide(question)
        },
        async think(text, request) {
          requests.push(request)
          if (text === undefined) return ['load_scope', { name: 'page' }]
          const said = await left[0]?.(text)
          if (said === undefined && left.length) {
            if (++waits > MOST_WAITS)
              throw new Error(`${steps.length - left.length} steps, then:\n${text}`)
            return wait(text)
          }
          waits = 0
          left.shift()
          return said ?? 'Done.'
        },
      })
      const answers = await Promise.race([done ?? [], loadedAnew])
      return {
        answers: answers.filter(({ name }) => name !== 'scroll_to'),
        questions,
        sent: requests.join(),
      }
    },
    async read() {
      const readings = await frame.contentWindow?.readHere?.()
      if (!readings) throw new Error('There is no agent in the page.')
      return readings
    },
  }
}

/** How often the model looks again for one step. */
const MOST_WAITS = 80

/** Looks again once the page rests. */
const wait = (text: string): Said => ['scroll_to', { ref: /\{(e\d+) /.exec(text)?.[1] ?? 'e1' }]

/** Returns the ref of the first control of this role and name behind some words. */
export function refOf(text: string, role: string, name: string, behind = ''): string | undefined {
  const at = text.indexOf(behind)
  const controls = text.slice(Math.max(at, 0)).matchAll(/\{(e\d+) (\w+) ("(?:[^"\\]|\\.)*")/g)
  const found = [...controls].find((one) => one[2] === role && one[3] === JSON.stringify(name))
  return at < 0 ? undefined : found?.[1]
}

/** Returns a step with a control of this role and name. */
const stepOn =
  (tool: string, args: Readonly<Record<string, string>> = {}) =>
  (role: string, name: string, behind?: string): Step =>
  (text) => {
    const ref = refOf(text, role, name, behind)
    return ref === undefined ? undefined : [tool, { ref, ...args }]
  }

export const press: ReturnType<typeof stepOn> = stepOn('press')
export const open: ReturnType<typeof stepOn> = stepOn('open_link')
export const fill = (text: string): ReturnType<typeof stepOn> => stepOn('fill', { text })

/** Returns a step that is not taken before the page says some words. */
export const once =
  (words: string, step: Step): Step =>
  (text) =>
    text.includes(words) ? step(text) : undefined
