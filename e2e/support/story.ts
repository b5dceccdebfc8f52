import { Assistant } from './assistant.ts'
import { test as base } from './page-test.ts'
import { createProviderHosts, type ProviderHosts } from './provider-host.ts'
import { TaskBoard } from './task-board.ts'

interface Story {
  readonly assistant: Assistant
  readonly board: TaskBoard
}

interface Servers {
  /**
   * The demo servers with a provider's key, each with a server that speaks that provider's wire.
   */
  readonly hosts: ProviderHosts
}

/** Playwright's `test` with the page of the example and the widget on it. */
export const test = base.extend<Story, Servers>({
  assistant: async ({ page }, provide) => provide(new Assistant(page)),
  board: async ({ page }, provide) => provide(new TaskBoard(page)),
  hosts: [
    async ({}, provide) => {
      await using hosts = createProviderHosts()
      await provide(hosts)
    },
    { scope: 'worker' },
  ],
})

export { expect } from './page-test.ts'
