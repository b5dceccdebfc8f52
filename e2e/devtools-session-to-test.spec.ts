import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allow } from './support/allow.ts'
import { expect, test } from './support/back-office.ts'
import { runTests } from './replay/run-tests.ts'

const example = fileURLToPath(new URL('../examples/back-office', import.meta.url))

/** A change of the app: a text of one of its files, what takes its place, and what then drifts. */
interface Change {
  readonly file: string
  readonly from: string
  readonly to: string
  readonly drift: RegExp
}

const changes: Readonly<Record<string, Change>> = {
  'a role that may not refund': {
    file: 'replay/app.tsx',
    from: 'mia@example.com',
    to: 'vic@example.com',
    drift:
      /run 1, request 2: tool "refund_order" was on, is off: The role “viewer” may look, and change nothing/,
  },
  'a tool with another name': {
    file: 'pages/order/refund-tool.tsx',
    from: "name: 'refund_order'",
    to: "name: 'pay_back'",
    drift: /tool "refund_order" is gone[\s\S]*tool "pay_back" is new/,
  },
  'another result': {
    file: 'pages/orders/order-filters.tsx',
    from: 'return { summary: tellOrders(list), count, sum, orders }',
    to: 'return { summary: tellOrders(list), count: count + 1, sum, orders }',
    drift: /run 1, call 2 \(filter_orders\): result\.count was \d+, is \d+/,
  },
  'an approval that nobody is asked for any more': {
    file: 'pages/order/refund-tool.tsx',
    from: "effect: 'egress',\n    approval: {\n      when: true,",
    to: "effect: 'write',\n    approval: {",
    drift: /\(refund_order\): a user was asked, is not asked any more/,
  },
  'other arguments': {
    file: 'shell.tsx',
    from: "  tickets: '/tickets',\n",
    to: "  tickets: '/tickets',\n  returns: '/refunds',\n",
    drift:
      /run 1, request 1: tool "open_page" takes other arguments: page\.enum\.6 is new: "returns"/,
  },
}

// The devtools are in development builds alone.
test.use({ isDevelopment: true })

test.describe('a session of the back office', () => {
  // A call can be allowed only when its whole card is visible.
  test.use({ viewport: { width: 1280, height: 1000 } })

  test('becomes a test by one press, which passes, and fails in words after five changes', async ({
    page,
    assistant,
    office,
  }, info) => {
    await office.open('/', 'manager', 'demo')
    await assistant.open()
    await assistant.say('Open the orders page and show the paid orders over 500 from last month')
    await assistant.expectCards([
      ['Open page', 'Done'],
      ['Filter orders', 'Done'],
    ])
    await expect(assistant.status.last()).toHaveText('Done')
    await assistant.say('Refund the second one')
    await allow(assistant.card(/Refund .+\?$/), 'Allow')
    await expect(assistant.status.last()).toHaveText('Done')
    const refunded = assistant.card('Refund order')
    await refunded.getByRole('button', { name: 'Undo' }).click()
    await expect(refunded.getByText('Undone', { exact: true })).toBeVisible()
    await expect(assistant.status.last()).toHaveText('Done')

    await page.keyboard.press('Control+Alt+a')
    await page.getByRole('tab', { name: 'Save' }).click()
    await page.getByRole('combobox', { name: 'The test compares' }).selectOption('results')
    const files = new Map<string, string>()
    page.on('download', (saved) => {
      const path = info.outputPath(saved.suggestedFilename())
      void saved.saveAs(path).then(() => files.set(saved.suggestedFilename(), path))
    })
    await page.getByRole('button', { name: 'Make a test' }).click()
    await expect.poll(() => files.size).toBe(2)

    // Ignored by version control, and below the folder in which the example's packages are.
    const folder = join(example, '.data/replay')
    await rm(folder, { recursive: true, force: true })
    const write = async (name: string, change?: Change): Promise<void> => {
      const copy = join(folder, name.replaceAll(' ', '-'))
      await mkdir(copy, { recursive: true })
      await cp(join(example, 'src'), copy, { recursive: true })
      for (const [file, path] of files) await cp(path, join(copy, 'replay', file))
      if (!change) return
      const changed = join(copy, change.file)
      const text = await readFile(changed, 'utf8')
      expect(text).toContain(change.from)
      await writeFile(changed, text.replace(change.from, change.to))
    }
    await write('as it is')
    for (const [name, change] of Object.entries(changes)) await write(name, change)

    const results = await runTests(folder)
    await rm(folder, { recursive: true, force: true })
    expect(results.get('as-it-is')).toBe('')
    for (const [name, { drift }] of Object.entries(changes)) {
      expect(results.get(name.replaceAll(' ', '-')), name).toMatch(drift)
    }
  })
})
