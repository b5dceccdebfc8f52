import { env } from 'node:process'
import type { BrowserContext } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkSessions } from './check-sessions.ts'
import { createRandom } from './random.ts'
import { settled } from './settled.ts'
import { StoryBrowser } from './story-browser.ts'
import { startStoryServer, type StoryServer } from './story-server.ts'
import type { StoredSession } from './story-sessions.ts'
import { evaluate, StoryTabs, type Tab, untilReady } from './story-tabs.ts'

const isLong = env['AMBIT_LONG'] === '1'
const seed = Number(env['AMBIT_SEED'] ?? 20_261_122)
const sequences = isLong ? 100 : 3
const stepsEach = 14

let server: StoryServer
let browser: StoryBrowser
let context: BrowserContext

beforeAll(async () => {
  server = await startStoryServer()
  browser = await StoryBrowser.create()
  context = await browser.start()
}, 60_000)

afterAll(async () => {
  await browser.dispose()
  await server.close()
})

describe('several pages of several sessions', () => {
  it.each(Array.from({ length: sequences }, (_, nth) => nth))(
    'R14 R68 lose, repeat and mix up nothing in switches, wipes, imports and kills (sequence %i)',
    { timeout: 180_000 },
    async (nth) => {
      const random = createRandom(seed + nth)
      const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
      const at = (): number => Math.floor(random() * 6)
      const tabs = new StoryTabs(context, server.url, 'latest', `sessions-${nth}-${seed}`)
      const from = server.log.length
      const gone = new Map<string, number>()
      const imported = new Map<string, number>()
      let wipedBefore = 0
      let said = 0
      const act = async <T>(tab: Tab, action: string): Promise<T> =>
        evaluate<T>(tab, `window.story.${action}`)
      await tabs.open()
      await tabs.open()
      for (let step = 0; step < stepsEach; step++) {
        const tab = pick(tabs.all)
        const which = random()
        if (which < 0.36) await act(tab, `sessions.say(${++said})`)
        else if (which < 0.46) await act(tab, 'sessions.create()')
        else if (which < 0.58) await act(tab, `sessions.open(${at()})`)
        else if (which < 0.64) {
          const id = await act<string | undefined>(tab, `sessions.delete(${at()})`)
          if (id !== undefined) gone.set(id, said + 1)
          if (id !== undefined) imported.delete(id)
        } else if (which < 0.71) {
          const number = step + 1
          imported.set(await act<string>(tab, `sessions.import(${number})`), number)
        } else if (which < 0.75) {
          await act(tab, 'wipe()')
          wipedBefore = said + 1
          imported.clear()
        } else if (which < 0.79) await act(tab, 'stop()')
        else if (which < 0.85 && tabs.all.length < 4) await tabs.open()
        else if (which < 0.9 && tabs.all.length > 1) await tabs.close(tab)
        else if (which < 0.95 && tabs.all.length > 1) await tabs.crash(tab)
        else await tab.page.reload({ waitUntil: 'commit' })
        // Half of the next steps come at once.
        if (random() < 0.5) await new Promise((resolve) => setTimeout(resolve, random() * 150))
        for (const other of tabs.all) await untilReady(other)
      }
      await settled(tabs)
      const [reader] = tabs.all
      // What a page that was killed left in a session ends when the session is opened again.
      const left = reader ? await act<StoredSession[]>(reader, 'sessions.readAll()') : []
      for (const { id } of left) {
        if (reader) await act(reader, `sessions.open('${id}')`)
        await settled(tabs)
      }
      const all = reader && (await act<StoredSession[]>(reader, 'sessions.readAll()'))
      const log = server.log.slice(from)
      const wrong = checkSessions(all ?? [], log, { gone, imported, wipedBefore })
      expect({ wrong, log: wrong.length > 0 && log }).toEqual({ wrong: [], log: false })
      for (const tab of tabs.all.slice()) await tabs.close(tab)
    },
  )
})
