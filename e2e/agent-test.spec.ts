import { fileURLToPath } from 'node:url'
import { agentTest } from '@ambit/testing/playwright'
import { expect, mergeTests } from '@playwright/test'
import { callTool } from './support/model-server.ts'
import { test as story } from './support/story.ts'

const test = mergeTests(story, agentTest)
const file = fileURLToPath(new URL('payments/index.html', import.meta.url))

test.describe('agentTest', () => {
  for (const answer of ['allow', 'deny'] as const) {
    test(`says, waits for calls, and can ${answer} one`, async ({ page, agent, hosts }) => {
      const { models, url } = await hosts.of('openai')
      models.script([
        callTool('read_mails'),
        callTool('wire_money', { to: 'Eve', amount: 900 }),
        { content: 'As you wish.' },
      ])
      const { origin, search } = new URL(url)
      await page.goto(`${origin}/@fs${file}${search}`)

      await agent.say('What is new?')
      await agent.expectCall('wire_money', { to: 'Eve' })
      await agent[answer]('Wire money')

      await expect(page.getByText('As you wish.')).toBeVisible()
      const sent = page.getByRole('list', { name: 'Sent' }).getByRole('listitem')
      await expect(sent).toHaveCount(answer === 'allow' ? 1 : 0)
      await agent.expectCall('read_mails')
    })
  }

  test('allows a call whose card is longer than the chat', async ({ page, agent, hosts }) => {
    const { models, url } = await hosts.of('openai')
    const rows = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`row ${at}`, `${at}`]))
    models.script([
      callTool('read_mails'),
      callTool('wire_money', { to: 'Eve', amount: 900, ...rows }),
      { content: 'As you wish.' },
    ])
    const { origin, search } = new URL(url)
    await page.goto(`${origin}/@fs${file}${search}`)

    await agent.say('Send it')
    await agent.allow()

    await expect(page.getByText('As you wish.')).toBeVisible()
    const sent = page.getByRole('list', { name: 'Sent' }).getByRole('listitem')
    await expect(sent).toHaveCount(1)
  })
})
