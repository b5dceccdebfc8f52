import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { field, say } from '../../test/say.ts'
import type { CopilotProps } from './late-copilot.tsx'

const wrong: [string, unknown][] = [
  ['a mention without a label', { composer: { mentions: [{ lable: 'Orders' }] } }],
  ['a mention that is nothing', { composer: { mentions: [null] } }],
  ['mentions that are a text', { composer: { mentions: 'Orders' } }],
  ['a command without a name', { composer: { commands: [{ nam: 'sum', promt: 'Sum up' }] } }],
  ['commands that are a text', { composer: { commands: '/sum' } }],
  ['types that are a text', { composer: { attachments: { types: 'image/*' } } }],
  ['a composer that is a text', { composer: 'full' }],
  ['a shortcut that nobody can press', { shortcut: 'mdo+j' }],
  ['a shortcut that is a number', { shortcut: 7 }],
  ['a suggestion without a label', { start: { suggestions: [{ lable: 'Sum up' }] } }],
  ['a suggestion that is nothing', { start: { suggestions: [null] } }],
  ['suggestions that are a text', { start: { suggestions: 'Sum up' } }],
  ['a greeting that is an object', { start: { greeting: { text: 'Hello' } } }],
  ['a notice that is an object', { notice: { text: 'A demo' } }],
  ['a meter that is a text', { meter: 'all' }],
  ['a model that is an object', { meter: { model: { name: 'small' } } }],
  ['a place that is a text', { place: 'left' }],
  ['an offset that is a text', { place: { offset: 'far' } }],
  ['a form that does not exist', { form: 'sidbar' }],
  ['a theme that does not exist', { theme: 'drak' }],
  ['marks that are a text', { marks: 'all' }],
  ['strings that are a text', { strings: 'de' }],
]

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => void vi.restoreAllMocks())

describe('an option of the wrong kind', () => {
  it.each(wrong)('leaves the page and the chat: %s', async (_, given) => {
    await renderCopilot(['Here.'], given as CopilotProps, {}, <p>The page</p>)
    await expect.element(field()).toBeVisible()
    for (const sign of ['@', '/']) {
      await userEvent.fill(field(), sign)
      await expect.element(field()).toHaveValue(sign)
      expect(page.getByText('undefined').query()).toBeNull()
    }
    await say('Hello')
    await expect.element(page.getByText('Here.')).toBeVisible()
    await expect.element(page.getByText('The page')).toBeVisible()
  })
  it('is told on the console where it is a shortcut, and means none', async () => {
    await renderCopilot([], { defaultOpen: false, shortcut: 'mdo+j' })
    expect(console.warn).toHaveBeenCalledWith(expect.stringContaining('`shortcut` is "mdo+j"'))
  })
})
