import type { Page } from '@playwright/test'
import { allow } from './support/allow.ts'
import { expect, test } from './support/widget-story.ts'

/**
 * Answers every request for a chunk with 404, as a server with a newer deployment does. Returns a
 * function that restores the chunk.
 */
async function removeChunk(page: Page, name: string): Promise<() => Promise<void>> {
  const chunk = new RegExp(`/${name}-[\\w-]+\\.js$`)
  await page.route(chunk, (route) => route.fulfill({ status: 404 }))
  return () => page.unroute(chunk)
}

/**
 * Leaves every request for a chunk without an answer, as a very slow link does. Returns a function
 * that lets the chunk come.
 */
async function holdChunk(page: Page, name: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(new RegExp(`/${name}-[\\w-]+\\.js$`), async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

/**
 * Returns a list to which each script that the page requests from now on is added, without its
 * hash.
 */
function noteScripts(page: Page): string[] {
  const scripts: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/([\w-]+)-[\w-]{8}\.js$/.exec(request.url()) ?? []
    if (name) scripts.push(name)
  })
  return scripts
}

test('a closed launcher fetches nothing more, and the panel comes when somebody points to it', async ({
  page,
  assistant,
  widgetHost,
}) => {
  const scripts = noteScripts(page)
  await page.goto(widgetHost.url)
  await expect(assistant.launcher).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(scripts).not.toContain('ambit-panel')
  const before = scripts.length
  await assistant.launcher.hover()
  await expect.poll(() => scripts).toContain('ambit-panel')
  await page.waitForLoadState('networkidle')
  // Markdown and what can answer are not needed yet: nobody has said anything.
  expect(scripts.slice(before)).not.toContain('ambit-markdown')
})

test('opening on a slow link shows the field at once and loses no key', async ({
  page,
  assistant,
  widgetHost,
}) => {
  await page.goto(widgetHost.url)
  await expect(assistant.launcher).toBeVisible()
  const cdp = await page.context().newCDPSession(page)
  // 400 kbit/s, 400 ms.
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  await assistant.launcher.click()
  await expect(assistant.field).toBeFocused()
  const early = await assistant.field.elementHandle()
  // The test types key by key: before, while and after the composer replaces the field.
  const text = 'The quick brown fox jumps over the lazy dog. '
  let typed = ''
  do {
    await page.keyboard.type(text, { delay: 15 })
    typed += text
  } while (await early?.evaluate((element) => element.isConnected))
  await page.keyboard.type('Done')
  await expect(assistant.field).toHaveValue(`${typed}Done`)
  await expect(assistant.field).toBeFocused()
  await expect(assistant.dialog.getByRole('heading', { name: 'How can I help?' })).toBeVisible()
})

test('what is sent before the panel is there is sent once', async ({
  page,
  assistant,
  widgetHost,
}) => {
  await page.goto(widgetHost.url)
  await page.route(/\/ambit-panel-/, async (route) => {
    await expect(assistant.dialog.getByRole('list', { name: 'Waiting for its turn' })).toBeVisible()
    await route.continue()
  })
  await assistant.launcher.click()
  await page.keyboard.type('Hello')
  await page.keyboard.press('Enter')
  await expect(assistant.said('Assistant')).toHaveText(/I have nothing more to say/)
  await expect(assistant.said('You')).toHaveText(['Hello'])
})

test('a panel that is gone says so, and a reload brings it with what was typed', async ({
  page,
  assistant,
  widgetHost,
}) => {
  const restore = await removeChunk(page, 'ambit-panel')
  await page.goto(widgetHost.url)
  await assistant.open()
  await page.keyboard.type('A draft')
  await expect(assistant.dialog.getByRole('alert')).toHaveText(/could not be loaded/)
  await expect(assistant.field).toHaveValue('A draft')
  await restore()
  await assistant.dialog.getByRole('button', { name: 'Reload the page' }).click()
  await assistant.open()
  await expect(assistant.field).toHaveValue('A draft')
  await page.keyboard.press('Enter')
  await expect(assistant.said('You')).toHaveText(['A draft'])
})

test('a chunk that comes at the second try is not missed', async ({
  page,
  assistant,
  widgetHost,
}) => {
  await page.goto(widgetHost.url)
  let tries = 0
  await page.route(/\/ambit-panel-/, (route) => (tries++ === 0 ? route.abort() : route.continue()))
  await assistant.open()
  await expect(assistant.dialog.getByRole('heading', { name: 'How can I help?' })).toBeVisible()
  expect(tries).toBe(2)
})

/** Ways in which a chunk is not there: a new deployment has replaced it, or it is on its way. */
const absences = { without: removeChunk, 'while nothing has come of': holdChunk } as const
const chunks = ['ambit-markdown', 'ambit-parts'] as const

for (const [absence, chunk] of Object.keys(absences).flatMap((absence) =>
  chunks.map((chunk) => [absence as keyof typeof absences, chunk] as const),
)) {
  test(`W26 ${absence} ${chunk} a user reads, allows, answers, stops, edits and sends`, async ({
    page,
    assistant,
    openWidget,
  }) => {
    const { dialog } = assistant
    await absences[absence](page, chunk)
    await openWidget('scenario=approval')
    await assistant.say('Refund order 17')
    await allow(dialog.getByRole('group', { name: 'Allow “Refund order”?' }), 'Allow once')
    await expect(dialog.getByText('As you wish.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Edit message' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Edit message' })).toBeFocused()
    await dialog.getByRole('textbox', { name: 'Edit message' }).fill('Refund nothing')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('I have nothing more to say.')).toBeVisible()

    await openWidget('scenario=ask')
    await assistant.say('Send it by courier')
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await expect(dialog.getByText('It is booked.')).toBeVisible()

    await openWidget('scenario=streaming')
    await assistant.say('Which orders are unpaid?')
    await expect(dialog.getByText('And so')).toBeVisible()
    await assistant.stop.click()
    await expect(dialog.getByText('Stopped before the end')).toBeVisible()
  })
}

test('the arguments of a call are changed once their editor has come, and until then nothing is lost', async ({
  page,
  assistant,
  openWidget,
}) => {
  const come = await holdChunk(page, 'ambit-parts')
  await openWidget('scenario=approval')
  await assistant.say('Refund order 17')
  const card = assistant.card('Allow “Refund order”?')
  await card.getByRole('button', { name: 'Change…' }).click()
  // The keys go to the card, not to the page, and there is a way back.
  await expect(card.getByRole('button', { name: 'Discard changes' })).toBeFocused()
  await expect(card.getByRole('button', { name: 'Deny' })).toBeVisible()
  come()
  await card.getByRole('textbox', { name: 'order' }).fill('18')
  await allow(card, 'Allow with these changes')
  await expect(assistant.dialog.getByText('As you wish.')).toBeVisible()
  const changed = assistant.card('Refund order')
  await expect(changed).toContainText('18')
})

const places = {
  'ambit-markdown': (page: Page) => page.keyboard.type('Hello\n'),
  // The page lets the user dictate.
  'ambit-parts': () => Promise.resolve(),
} as const

for (const [chunk, reach] of Object.entries(places)) {
  test(`where ${chunk} would be stands a message with a way to try again`, async ({
    page,
    assistant,
    openWidget,
  }) => {
    const restore = await removeChunk(page, chunk)
    await openWidget('')
    await expect(assistant.dialog.getByRole('button', { name: 'More' })).toBeVisible()
    await reach(page)
    await expect(assistant.dialog.getByRole('alert')).toHaveText(/could not be loaded/)
    await expect(assistant.dialog.getByRole('button', { name: 'Reload the page' })).toBeVisible()
    await restore()
    await assistant.dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(assistant.dialog.getByRole('alert')).toHaveCount(0)
  })
}

for (const [place, reach] of Object.entries({
  'a form': (page: Page) => page.keyboard.type('Send it by courier\n'),
  'another view': (page: Page) => page.getByRole('button', { name: 'What it can do here' }).click(),
})) {
  test(`late parts that could not be fetched come with ${place}`, async ({
    page,
    assistant,
    openWidget,
  }) => {
    const restore = await removeChunk(page, 'ambit-parts')
    await openWidget('scenario=ask')
    await expect(assistant.dialog.getByRole('alert')).toHaveText(/could not be loaded/)
    await restore()
    await reach(page)
    await expect(assistant.dialog.getByRole('alert')).toHaveCount(0)
    await expect(assistant.dialog.getByRole('button', { name: 'Dictate' })).toBeVisible()
  })
}
