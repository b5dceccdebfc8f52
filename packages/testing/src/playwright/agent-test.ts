import { test } from '@playwright/test'
import { AgentOnPage, englishWords, type WidgetWords } from './agent-on-page.ts'

/** The fixtures that `agentTest` adds to those of Playwright. */
export interface AgentFixtures {
  /** The agent of `page`. */
  readonly agent: AgentOnPage
  /** The texts of the widget that are not the English ones. Set them with `agentTest.use`. */
  readonly agentWords: Partial<WidgetWords>
}

/**
 * The `test` of Playwright with `agent`: it sends messages, allows and refuses calls as a user
 * does, and waits for calls.
 *
 * @example
 * agentTest('refunds an order', async ({ page, agent }) => {
 *   await page.goto('/orders')
 *   await agent.say('Refund order 7')
 *   await agent.expectCall('refund_order', { id: 7 })
 *   await agent.allow()
 *   await expect(page.getByText('Refunded')).toBeVisible()
 * })
 */
export const agentTest: ReturnType<typeof test.extend<AgentFixtures>> = test.extend<AgentFixtures>({
  agentWords: [{}, { option: true }],
  agent: async ({ page, agentWords }, provide) => {
    await provide(new AgentOnPage(page, { ...englishWords, ...agentWords }))
  },
})
