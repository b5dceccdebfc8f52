import { allow } from './support/allow.ts'
import { expect, test } from './support/widget-story.ts'

test('a screen reader is told of each boundary, finds what it needs by name, and hears no stream', async ({
  page,
  assistant,
  openWidget,
}) => {
  await openWidget('scenario=approval')
  // The region comes with the conversation, which is fetched when a user begins to write.
  await assistant.field.fill('R')
  await page.locator('.ambit-status').first().waitFor({ state: 'attached' })
  await assistant.field.fill('')
  await page.evaluate(() => {
    const spoken: string[] = []
    const region = document.querySelector('.ambit-status') as HTMLElement
    new MutationObserver(() => {
      const text = region.textContent.trim()
      if (text !== '' && text !== spoken.at(-1)) spoken.push(text)
    }).observe(region, { childList: true, characterData: true, subtree: true })
    Object.assign(globalThis, { spoken })
  })
  await expect(assistant.dialog).toMatchAriaSnapshot(`
    - dialog "Assistant":
      - heading "Assistant" [level=2]
      - button "What it can do here"
      - button "More"
      - button "Close assistant"
      - region "Conversation":
        - heading "How can I help?" [level=3]
        - paragraph: Ask a question, or say what should change on this page.
        - list "Suggestions":
          - listitem:
            - button "What can you do here?"
          - listitem:
            - button "Show the unpaid orders"
          - listitem:
            - button "Refund the last order"
        - log "Messages"
        - status
      - button "Add files"
      - textbox "Message":
        - /placeholder: Ask, or say what to do…
      - button "Dictate"
      - button "Send" [disabled]
      - paragraph: Small model
  `)
  await assistant.say('Refund order 17')
  const card = assistant.card('Allow “Refund order”?')
  await expect(card).toBeFocused()
  await expect(assistant.dialog.getByRole('log')).toHaveAttribute('aria-live', 'off')
  await expect(card).toMatchAriaSnapshot(`
    - group "Allow “Refund order”?":
      - paragraph: Allow “Refund order”?
      - paragraph: It removes or replaces something, maybe for good.
      - paragraph: What it would do
      - text: Ada Lovelace gets 20 € back.
      - paragraph: With
      - term: Order
      - definition: "17"
      - term: To
      - definition: Ada Lovelace
      - term: Reason
      - definition: damaged
      - term: Notify
      - definition: "Yes"
      - term: Lines
      - definition
      - button "Allow once"
      - button "Deny"
      - button "Change…"
      - paragraph: /Denied unless you answer by/
  `)
  await allow(card, 'Allow once')
  await expect(assistant.said('Assistant').last()).toHaveText('As you wish.')
  await expect(assistant.status).toHaveText('Done')
  await expect(assistant.dialog.getByRole('log')).toHaveAttribute('aria-live', 'polite')
  await expect(assistant.field).toBeFocused()

  const spoken = await page.evaluate(
    () => (globalThis as unknown as { spoken: readonly string[] }).spoken,
  )
  const waits = spoken.findIndex((text) => text.startsWith('Waiting for your answer: Refund order'))
  expect(spoken[waits]).toContain('Order: 17')
  expect(spoken[waits]).toContain('To: Ada Lovelace')
  expect(spoken.at(-1)).toBe('Done')
  expect(spoken.join()).not.toContain('As you wish')
  expect(waits).toBeGreaterThanOrEqual(0)
})

test('two calls in a row are allowed by keyboard alone, each by a press of its own', async ({
  page,
  assistant,
  openWidget,
}) => {
  await openWidget('scenario=approvals')
  await page.keyboard.type('Refund both')
  await page.keyboard.press('Enter')
  const card = assistant.card('Allow “Refund order”?')
  await expect(card).toBeFocused()
  const button = assistant.dialog.getByRole('button', { name: 'Allow once' })
  await expect(button).toBeEnabled()
  await page.keyboard.press('Tab')
  await expect(button).toBeFocused()
  // The key is held down: it allows the first call, and the second one waits.
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(card.getByText('21', { exact: true })).toBeVisible()
  await expect(assistant.dialog.getByText('As you wish.')).toBeHidden()
  await expect(card).toBeFocused()
  await expect(button).toBeEnabled()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(assistant.dialog.getByText('As you wish.')).toBeVisible()
})
