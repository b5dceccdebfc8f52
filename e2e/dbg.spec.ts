import { test } from '@playwright/test'
import { startMcpAppsHost } from './support/mcp-apps-host.ts'
test('x', async ({ page }) => {
  await using host = await startMcpAppsHost()
  page.on('console', (m) => console.log('C', m.text().slice(0, 300)))
  page.on('pageerror', (m) => console.log('E', m.message.slice(0, 300), m.stack?.slice(0, 500)))
  page.on('response', (r) => console.log(r.status(), r.url()))
  await page.goto(host.url)
  await page.waitForTimeout(4000)
  console.log(await page.evaluate(() => JSON.stringify((globalThis as any).connection.getState())))
})
