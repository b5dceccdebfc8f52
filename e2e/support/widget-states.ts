import { expect, type Page } from '@playwright/test'
import { seeAll } from './allow.ts'
import { type Assistant, deny } from './assistant.ts'

/** One situation in which a user can meet the widget. */
export interface WidgetState {
  readonly name: string
  /** The query in the page's address. */
  readonly query: string
  /** Leads from the open widget to the state. */
  readonly reach: (assistant: Assistant, page: Page) => Promise<void>
}

const say = (text: string) => (assistant: Assistant) => assistant.say(text)

async function talk(assistant: Assistant): Promise<void> {
  await assistant.say('Which orders are unpaid?')
  // The heading proves that the Markdown part is shown, not the plain text.
  await expect(assistant.dialog.getByRole('heading', { name: 'What I would do' })).toBeVisible()
  // A code block has a status of its own for what was copied, before the status of the chat.
  await expect(assistant.status.last()).toHaveText('Done')
}

/** Sends a picture that the model refuses. */
async function sendLamp(assistant: Assistant): Promise<void> {
  const buffer = Buffer.from(pixel, 'base64')
  const picker = assistant.dialog.locator('input[type=file]')
  await picker.setInputFiles([{ name: 'lamp.png', mimeType: 'image/png', buffer }])
  await assistant.say('What is this?')
}

/** The states that are shown, checked by axe, and checked against the policy. */
export const widgetStates: readonly WidgetState[] = [
  { name: 'empty', query: 'notice&stored', reach: async () => undefined },
  { name: 'conversation', query: 'scenario=conversation&followups&stored', reach: talk },
  {
    name: 'cards-open',
    query: 'scenario=conversation',
    async reach(assistant) {
      await talk(assistant)
      await assistant.openSteps()
      for (const summary of await assistant.dialog.locator('summary').all()) await summary.click()
      await assistant.dialog.locator('summary').first().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'running',
    query: 'scenario=running',
    async reach(assistant) {
      await assistant.say('Export all orders')
      await expect(assistant.dialog.getByRole('progressbar')).toBeVisible()
      await assistant.say('And mark 21 as paid')
      await assistant.field.fill('Hurry')
    },
  },
  {
    name: 'streaming',
    query: 'scenario=streaming',
    async reach(assistant) {
      await assistant.say('Which orders are unpaid?')
      await expect(assistant.dialog.getByText('And so')).toBeVisible()
      await expect(assistant.dialog.getByRole('table')).toBeVisible()
    },
  },
  {
    name: 'approval',
    query: 'scenario=approval',
    async reach(assistant) {
      await assistant.say('Refund order 17')
      const card = assistant.card('Allow “Refund order”?')
      await seeAll(card, card.getByRole('button', { name: 'Allow once' }))
    },
  },
  {
    name: 'approval-edit',
    query: 'scenario=approval',
    async reach(assistant) {
      await assistant.say('Refund order 17')
      await assistant.dialog.getByRole('button', { name: 'Change…' }).click()
      await expect(assistant.dialog.getByRole('textbox', { name: 'order' })).toBeVisible()
    },
  },
  {
    name: 'denied',
    query: 'scenario=approval',
    async reach(assistant) {
      await assistant.say('Refund order 17')
      await deny(assistant.dialog)
      await expect(assistant.dialog.getByText('As you wish.')).toBeVisible()
      await assistant.openSteps()
    },
  },
  {
    name: 'ask',
    query: 'scenario=ask',
    async reach(assistant) {
      await assistant.say('Send it by courier')
      const form = assistant.dialog.getByRole('form')
      await form.getByRole('button', { name: 'Answer' }).click()
      await expect(form.getByText('Fill this in.').first()).toBeVisible()
    },
  },
  {
    name: 'error',
    query: 'scenario=error',
    async reach(assistant) {
      await assistant.say('Are you there?')
      await expect(assistant.error).toBeVisible()
    },
  },
  {
    name: 'abilities',
    query: '',
    async reach(assistant) {
      await assistant.dialog.getByRole('button', { name: 'What it can do here' }).click()
      await expect(assistant.dialog.getByText('Select an order first')).toBeVisible()
    },
  },
  {
    name: 'sessions',
    query: 'scenario=conversation&stored',
    async reach(assistant) {
      await talk(assistant)
      await assistant.dialog.getByRole('button', { name: 'Conversations' }).click()
      await expect(assistant.dialog.getByRole('button', { name: /^Rename/ })).toBeVisible()
    },
  },
  {
    name: 'cut-short',
    query: 'scenario=running&stored',
    async reach(assistant, page) {
      await assistant.say('Export all orders')
      await expect(assistant.dialog.getByRole('progressbar')).toBeVisible()
      await page.reload()
      await assistant.open()
      await assistant.openSteps()
      await expect(assistant.card('Export orders')).toBeVisible()
      await expect(assistant.dialog.getByRole('button', { name: 'Go on' })).toBeVisible()
    },
  },
  {
    name: 'menu',
    query: '',
    async reach(assistant) {
      await assistant.dialog.getByRole('button', { name: 'More' }).click()
      await expect(assistant.dialog.getByRole('menu')).toBeVisible()
    },
  },
  {
    name: 'models',
    query: 'models',
    async reach(assistant) {
      await assistant.dialog.getByRole('button', { name: 'More' }).click()
      await assistant.dialog.getByRole('menuitem', { name: 'Models' }).click()
      const list = assistant.dialog.getByRole('group', { name: 'Models' })
      await list.getByRole('button', { name: 'Delete Spare model' }).click()
      await list.getByRole('button', { name: 'Download Small model, in this page' }).click()
      await expect(list.getByRole('progressbar')).toBeVisible()
      await expect(list.getByText('Answers now')).toBeVisible()
    },
  },
  {
    name: 'completion',
    query: '',
    async reach(assistant) {
      await assistant.field.pressSequentially('Show @')
      await expect(assistant.dialog.getByRole('listbox')).toBeVisible()
    },
  },
  {
    name: 'attachments',
    query: '',
    async reach(assistant) {
      await assistant.dialog.locator('input[type=file]').setInputFiles([
        { name: 'lamp.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') },
        { name: 'the invoice of last week.pdf', mimeType: 'application/pdf', buffer: Buffer.of(1) },
        { name: 'run.exe', mimeType: 'application/x-msdownload', buffer: Buffer.of(1) },
      ])
      await expect(assistant.dialog.getByText('run.exe was not added')).toBeVisible()
    },
  },
  {
    name: 'refused-file',
    query: 'scenario=refusedFile',
    async reach(assistant) {
      await sendLamp(assistant)
      await expect(assistant.dialog.getByRole('button', { name: 'Go on without it' })).toBeVisible()
      await expect(assistant.dialog.getByRole('button', { name: 'Retry' })).toHaveCount(0)
    },
  },
  {
    name: 'edit-files',
    query: 'scenario=refusedFile',
    async reach(assistant) {
      await sendLamp(assistant)
      await assistant.dialog.getByRole('button', { name: 'Edit message' }).click()
      await expect(assistant.dialog.getByRole('button', { name: 'Remove lamp.png' })).toBeVisible()
    },
  },
  {
    name: 'edit-message',
    query: 'scenario=conversation',
    async reach(assistant) {
      await talk(assistant)
      await assistant.dialog.getByRole('button', { name: 'Edit message' }).click()
      await expect(assistant.dialog.getByRole('textbox', { name: 'Edit message' })).toBeFocused()
    },
  },
  { name: 'page', query: 'page', reach: async () => undefined },
  {
    name: 'report',
    query: 'page&scenario=report',
    async reach(assistant) {
      await assistant.say('Write a report')
      await expect(assistant.dialog.getByRole('link', { name: /^Source 1/ })).toBeVisible()
      await expect(assistant.dialog.getByRole('combobox', { name: 'Model' })).toBeVisible()
      await assistant.dialog.getByRole('link', { name: /^Source 1/ }).focus()
    },
  },
  {
    name: 'artifact',
    query: 'scenario=report',
    async reach(assistant) {
      await assistant.say('Write a report')
      await assistant.dialog.getByRole('button', { name: 'Open “Unpaid orders”' }).click()
      await expect(assistant.dialog.getByRole('button', { name: 'Save as a file' })).toBeVisible()
    },
  },
  { name: 'sidebar', query: 'form=sidebar&scenario=conversation', reach: talk },
  { name: 'rtl', query: 'dir=rtl&scenario=conversation', reach: talk },
  { name: 'hostile', query: 'scenario=hostile', reach: say('Read the page') },
]

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
