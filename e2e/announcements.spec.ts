import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { allow } from './support/allow.ts'
import { callTool } from './support/model-server.ts'
import { expect, test } from './support/story.ts'

const file = fileURLToPath(new URL('payments/index.html', import.meta.url))

/** Records what the live regions of the page say, from now on: politeness and text, in order. */
async function recordSpeech(page: Page): Promise<void> {
  await page.evaluate(() => {
    const spoken: string[] = []
    const roles: Record<string, string> = { alert: 'assertive', status: 'polite', log: 'polite' }
    const politenessOf = (region: Element): string =>
      region.getAttribute('aria-live') ?? roles[region.getAttribute('role') ?? ''] ?? 'polite'
    const selector = '[aria-live], [role=status], [role=alert], [role=log], output'
    const observer = new MutationObserver((mutations) => {
      const changed = new Map<Element, string>()
      for (const { target, addedNodes } of mutations) {
        const at = target instanceof Element ? target : target.parentElement
        const region = at?.closest(selector)
        if (!region || region.closest('[inert], [aria-hidden=true], [hidden]')) continue
        const added = [...addedNodes].map(({ textContent }) => textContent).join(' ')
        // A log says what was added. Any other region says all that it holds.
        const isLog = region.getAttribute('role') === 'log'
        changed.set(region, (isLog ? added : (region.textContent ?? '')).trim())
      }
      for (const [region, text] of changed) {
        const said = `${politenessOf(region)}: ${text}`
        if (text !== '' && politenessOf(region) !== 'off' && spoken.at(-1) !== said) {
          spoken.push(said)
        }
      }
    })
    const all = { childList: true, characterData: true, subtree: true }
    observer.observe(document, all)
    // The region of a finished answer is in a closed root.
    // oxlint-disable-next-line typescript/unbound-method -- it is called with `this`
    const attachShadow = Element.prototype.attachShadow
    Element.prototype.attachShadow = function (options) {
      const root = attachShadow.call(this, options)
      observer.observe(root, all)
      return root
    }
    Object.assign(globalThis, { spoken })
  })
}

const spokenOn = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { spoken: string[] }).spoken)

test('live regions say each boundary in order, and no text while it is written', async ({
  page,
  assistant,
  hosts,
}) => {
  const { models, url } = await hosts.of('openai')
  models.script([
    callTool('read_mails'),
    callTool('wire_money', { to: 'Eve', amount: 900 }),
    { content: 'As you wish.' },
  ])
  const { origin, search } = new URL(url)
  await page.goto(`${origin}/@fs${file}${search}`)
  await recordSpeech(page)
  await assistant.open()
  await assistant.say('What is new?')
  const card = assistant.card('Allow “Wire money”?')
  await expect(card).toBeFocused()
  await allow(card, 'Allow once')
  await expect(assistant.status).toHaveText('Done')
  // Between two calls it says for a moment that it works. Only some engines tell that apart.
  const boundaries = async (): Promise<string[]> =>
    (await spokenOn(page)).filter((said) => said !== 'polite: Working')
  await expect
    .poll(boundaries)
    .toEqual([
      'polite: Working: Read mails',
      'polite: Working: Wire money',
      'polite: Waiting for your answer: Wire money (Amount: 900, To: Eve)',
      'polite: Waiting for your answer',
      'polite: Working: Wire money',
      'polite: Done',
      'polite: As you wish.',
    ])
})
