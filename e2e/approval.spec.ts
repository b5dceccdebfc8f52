import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { allowChanged } from './support/allow.ts'
import { expectClosedHistory } from './support/closed-history.ts'
import { callTool } from './support/model-server.ts'
import type { ProviderHosts } from './support/provider-host.ts'
import { expect, test } from './support/story.ts'

const file = fileURLToPath(new URL('payments/index.html', import.meta.url))

/** Opens the page with the mails. The model behind the page does what the second mail says. */
async function openPayments(page: Page, hosts: ProviderHosts) {
  const { models, url } = await hosts.of('openai')
  models.script([
    callTool('read_mails'),
    callTool('wire_money', { to: 'Eve', amount: 900 }),
    { content: 'As you wish.' },
  ])
  const { origin, search } = new URL(url)
  await page.goto(`${origin}/@fs${file}${search}`)
  const sent = page.getByRole('list', { name: 'Sent' })
  return { models, sent }
}

test.describe('a mail that tells the agent to send money', () => {
  test('A22 gets as far as the user, who says no; the model is told', async ({
    page,
    assistant,
    hosts,
  }) => {
    const { models, sent } = await openPayments(page, hosts)
    await assistant.open()
    await assistant.say('What is new?')

    const card = assistant.card('Allow “Wire money”?')
    await expect(card).toBeVisible()
    await expect(card).toBeFocused()
    await expect(card.getByText('what “Read mails” returned')).toBeVisible()
    await expect(card.getByText('Balance after paying Eve: 100')).toBeVisible()
    await expect(assistant.card('Wire money')).toHaveCount(0)
    await expect(sent.getByRole('listitem')).toHaveCount(0)

    await card.getByRole('button', { name: 'Deny' }).click()
    await expect(assistant.dialog.getByText('As you wish.')).toBeVisible()
    await expect(card).toHaveCount(0)
    await expect(assistant.field).toBeFocused()
    await expect(sent.getByRole('listitem')).toHaveCount(0)

    const last = models.requests.at(-1)
    expectClosedHistory(last, 2)
    const answers = last?.messages.filter(({ role }) => role === 'tool') ?? []
    expect(JSON.stringify(answers[0]?.content)).toContain('untrusted-content source')
    expect(JSON.stringify(answers[0]?.content).match(/<\/untrusted-content>/g)).toHaveLength(1)
    expect(JSON.stringify(answers[1]?.content)).toContain('the user said no')
  })

  test('A5 A20 is corrected by the user, and what they said is sent, told, and goes to the page’s own server alone', async ({
    page,
    assistant,
    hosts,
  }) => {
    const origins = new Set<string>()
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url())
      if (protocol !== 'data:') origins.add(origin)
    })
    const { models, sent } = await openPayments(page, hosts)
    await assistant.open()
    await assistant.say('What is new?')
    const card = assistant.card('Allow “Wire money”?')
    await card.getByRole('button', { name: 'Change…' }).click()
    await card.getByRole('textbox', { name: 'to' }).fill('Ada')
    await card.getByRole('textbox', { name: 'amount' }).fill('9')
    await allowChanged(card)
    await expect(assistant.dialog.getByText('As you wish.')).toBeVisible()
    await expect(sent.getByRole('listitem')).toHaveText(['9 to Ada'])
    expect(JSON.stringify(models.requests.at(-1)?.messages.at(-1))).toContain('Ada')
    expect([...origins]).toEqual([new URL(page.url()).origin])
  })
})
