import { ModelError, Scope } from '@ambit/core'
import { memoryStorage } from '@ambit/core/storage'
import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot, tool } from '../test/render-copilot.tsx'
import { english } from './strings/english.ts'

type Text = string | ((...args: never[]) => string)

/** Puts a mark before every text, also before the texts in groups. */
function marked<Strings extends object>(strings: Strings): Strings {
  return Object.fromEntries(
    Object.entries(strings).map(([name, text]: [string, Text | object]) => {
      if (typeof text === 'string') return [name, `§${text}`]
      if (typeof text === 'object') return [name, marked(text)]
      return [name, (...args: never[]) => `§${text(...args)}`]
    }),
  ) as Strings
}

const strings = marked(english)

/** Lists the names, placeholders and buttons on the page that are not our texts. */
const foreign = (): string[] =>
  [...document.querySelectorAll('.ambit-chat *')].flatMap((element) => {
    const own = element.matches('button, summary, h2, h3, legend') ? element.textContent : ''
    const said = ['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name))
    return [own, ...said].filter((text) => text && !text.startsWith('§') && text !== 'Pay')
  }) as string[]

async function say(text: string): Promise<void> {
  await userEvent.fill(page.getByRole('textbox', { name: '§Message' }), text)
  await userEvent.keyboard('{Enter}')
}

describe('ChatStrings', () => {
  it('replace every name, button and placeholder', async () => {
    const pay = tool('pay', () => 1, { approval: true })
    const ask = tool('pay_later', (_, ctx) => ctx.ask('§When?'), { title: 'Pay' })
    const refuse = new ModelError('§No.', { kind: 'no', isRetryable: false })
    await renderCopilot(
      [calls(call('pay')), calls(call('pay_later')), { refuse }],
      {
        strings,
        composer: { attachments: true, dictation: true },
        messages: { onFeedback: () => undefined },
      },
      { storage: memoryStorage(), scopes: [new Scope({ name: 'money', tools: [pay, ask] })] },
    )
    expect(foreign()).toEqual([])
    await say('§Pay')
    await page.getByRole('button', { name: '§Allow once' }).click()
    await expect.element(page.getByRole('form', { name: '§When?' })).toBeVisible()
    // A closed card shows the call's title and arguments between our own words.
    expect(foreign().filter((text) => !text.startsWith('Pay'))).toEqual([])
    await page.getByRole('button', { name: '§Decline' }).click()
    await expect.element(page.getByText('§You did not answer its question.')).toBeVisible()
    await expect.element(page.getByRole('group', { name: '§Something went wrong' })).toBeVisible()
    expect(foreign().filter((text) => !text.startsWith('Pay'))).toEqual([])
    await page.getByRole('button', { name: '§More' }).click()
    expect(foreign().filter((text) => !text.startsWith('Pay'))).toEqual([])
    await page.getByRole('button', { name: '§Conversations' }).click()
    await expect.element(page.getByRole('button', { name: /^§Delete/ })).toBeVisible()
    expect(foreign().filter((text) => !text.startsWith('Pay'))).toEqual([])
  })
})

describe('Copilot, from right to left', () => {
  it('W25 stands at the other side, with its controls in the other order, and each message in its own', async () => {
    document.documentElement.dir = 'rtl'
    try {
      await renderCopilot([{ reasoning: 'A greeting.', text: 'Hello there.' }])
      const left = (element: Element): number => element.getBoundingClientRect().left
      const field = page.getByRole('textbox', { name: 'Message' })
      const send = page.getByRole('button', { name: 'Send' })
      expect(left(page.getByRole('dialog').element())).toBe(20)
      expect(left(send.element())).toBeLessThan(left(field.element()))
      await userEvent.fill(field, 'שלום')
      await userEvent.keyboard('{Enter}')
      const answer = page.getByText('Hello there.')
      await expect.element(answer).toBeVisible()
      // A mark that points forward is mirrored in a right-to-left page.
      const mark = document.querySelector('[data-icon="open"]')
      expect(mark && getComputedStyle(mark).scale).toBe('-1 1')
      expect(getComputedStyle(answer.element()).direction).toBe('ltr')
      const [said] = page.getByRole('article', { name: 'You' }).elements()
      expect(said?.querySelector('[dir="auto"]')?.matches(':dir(rtl)')).toBe(true)
    } finally {
      document.documentElement.dir = ''
    }
  })
})
