import type { Agent } from 'ambit'
import { expect, test } from '@playwright/test'
import { type McpHost, startMcpHost } from './support/mcp-host.ts'

let host: McpHost
test.beforeAll(async () => {
  host = await startMcpHost()
})
test.afterAll(async () => {
  await host[Symbol.asyncDispose]()
})

test('30 31 32 two servers behind the proxy, under a strict policy: a call, a question, mentions', async ({
  page,
}) => {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text())
  })
  const connects: string[] = []
  page.on('request', (request) => {
    const { method } = (request.postDataJSON() ?? {}) as { method?: string }
    if (method === 'server/discover') connects.push(new URL(request.url()).pathname)
  })
  await page.goto(host.url)
  await expect(page.getByText('2025-11-25 ready')).toBeVisible()
  await expect(page.getByText('2026-07-28 ready')).toBeVisible()
  expect(connects.toSorted()).toEqual(['/api/agent/mcp/everything', '/api/agent/mcp/shop'])

  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill('Order tea')
  await field.press('Enter')
  const form = page.getByRole('form', { name: /Shop asks: Where to\?/ })
  await form.getByRole('textbox', { name: 'Street' }).fill('Main')
  await form.getByRole('button', { name: 'Answer' }).click()
  await expect(page.getByText('It is on its way.')).toBeVisible()
  const answers = await page.evaluate(() => {
    const { agent } = globalThis as unknown as { agent: Agent }
    return agent.history.messages.flatMap((message) =>
      message.role === 'tool' ? [[message.status, message.taint, message.content]] : [],
    )
  })
  expect(answers).toEqual([
    ['ok', 'untrusted', expect.stringContaining('"conditions"')],
    ['ok', 'untrusted', expect.stringContaining('tea to Main')],
  ])

  await field.fill('Read @')
  await expect(page.getByRole('option').first()).toBeVisible()
  await field.fill('/every')
  await expect(page.getByRole('option').first()).toContainText('/every_')
  expect(refused).toEqual([])
})
