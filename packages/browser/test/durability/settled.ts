import { expect } from 'vitest'
import { evaluate, type StoryTabs } from './story-tabs.ts'

type State = ReturnType<NonNullable<Window['story']>['state']> | undefined

/**
 * Waits until no page runs the session and nothing of the session waits, for a while. A page that
 * was just opened first finds out what it can resume.
 */
export async function settled(tabs: StoryTabs): Promise<void> {
  let quiet = 0
  let states: State[] = []
  const look = async (): Promise<number> => {
    states = await Promise.all(tabs.all.map((tab) => evaluate<State>(tab, 'window.story?.state()')))
    const isQuiet = states.every(
      (state) =>
        state && !state.isOpening && !state.running && !state.isInterrupted && !state.isBusy,
    )
    return (quiet = isQuiet ? quiet + 1 : 0)
  }
  await expect
    .poll(look, { timeout: 60_000, interval: 150 })
    .toBeGreaterThan(3)
    .catch((cause: unknown) => {
      throw new Error(`It does not come to rest: ${JSON.stringify(states)}`, { cause })
    })
}
