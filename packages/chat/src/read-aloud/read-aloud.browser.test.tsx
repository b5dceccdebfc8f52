import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { field, say } from '../../test/say.ts'

/** A replacement for the browser's speech, which a test cannot hear. */
class Voice extends EventTarget {
  queue: SpeechSynthesisUtterance[] = []
  voices: { lang: string; localService: boolean; default: boolean }[] = []
  getVoices = () => this.voices
  speak = (utterance: SpeechSynthesisUtterance) => void this.queue.push(utterance)
  cancel = vi.fn(() => this.queue.splice(0).forEach((each) => each.dispatchEvent(new Event('end'))))
  /** Speaks everything that waits. */
  finish = () => this.queue.splice(0).forEach((each) => each.dispatchEvent(new Event('end')))
}

class Utterance extends EventTarget {
  lang = ''
  voice: unknown = null
  readonly text: string
  constructor(text: string) {
    super()
    this.text = text
  }
}

let voice: Voice
beforeEach(() => {
  voice = new Voice()
  vi.stubGlobal('speechSynthesis', voice)
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
})
afterEach(() => vi.unstubAllGlobals())

const read = () => page.getByRole('button', { name: 'Read aloud' })
const stop = () => page.getByRole('button', { name: 'Stop reading' })
const spoken = () => voice.queue.map(({ text }) => text)

const answer = `# Two orders

They are **unpaid**. See [the invoice](https://shop.example/17?token=1).

\`\`\`ts
const secret = 1
\`\`\`

| Order | Total |
| --- | --- |
| 17 | 20 € |

- Remind *Ada*
`

describe('ReadAloudButton', () => {
  it('reads an answer without its marks and code, until the end or a second press', async () => {
    await renderCopilot([answer])
    await say('Go')
    await read().click()
    expect(spoken()).toEqual([
      'Two orders',
      'They are unpaid.',
      'See the invoice.',
      'Order, Total',
      '17, 20 €',
      'Remind Ada',
    ])
    voice.finish()
    await read().click()
    expect(spoken()).toHaveLength(6)
    await stop().click()
    expect(spoken()).toEqual([])
    await expect.element(read()).toHaveFocus()
  })

  it('stops when the user sends a message, closes the panel, or has another answer read', async () => {
    await renderCopilot(['First.', 'Second.'])
    await say('One')
    await read().click()
    await say('Two')
    await expect.element(page.getByText('Second.')).toBeVisible()
    expect(spoken()).toEqual([])
    await read().first().click()
    expect(spoken()).toEqual(['First.'])
    await read().click()
    expect(spoken()).toEqual(['Second.'])
    await expect.element(stop()).toBeVisible()
    await page.getByRole('button', { name: 'Close assistant' }).click()
    await expect.poll(spoken).toEqual([])
  })

  it('stops with a new conversation, and when the user dictates', async () => {
    const recognition = class extends EventTarget {
      start = vi.fn()
      abort = vi.fn()
    }
    vi.stubGlobal('SpeechRecognition', recognition)
    await renderCopilot(['First.'], { composer: { dictation: true } })
    await say('One')
    await read().click()
    await page.getByRole('button', { name: 'Dictate' }).click()
    expect(spoken()).toEqual([])
    await read().click()
    expect(spoken()).toEqual(['First.'])
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'New conversation' }).click()
    await expect.poll(spoken).toEqual([])
  })

  it('uses voices of the device alone, in the language of the text', async () => {
    const named = (lang: string, localService: boolean) => ({ lang, localService, default: false })
    voice.voices = [named('de-DE', true), named('ru-RU', false), named('ru_RU', true)]
    await renderCopilot(['Два заказа не оплачены. Order 17.'])
    await say('Go')
    await read().click()
    expect(voice.queue[0]?.voice).toBe(voice.voices[2])
    voice.voices = [named('en-US', false)]
    voice.dispatchEvent(new Event('voiceschanged'))
    await expect.element(stop()).not.toBeInTheDocument()
    expect(read().query()).toBeNull()
  })

  it('has no button if the app wants none, or the browser has no speech', async () => {
    const { screen } = await renderCopilot(['First.'], { messages: { readAloud: false } })
    await say('Go')
    await expect.element(page.getByRole('button', { name: 'Answer again' })).toBeVisible()
    expect(read().query()).toBeNull()
    await screen.unmount()
    Reflect.deleteProperty(globalThis, 'speechSynthesis')
    await renderCopilot(['Second.'])
    await say('Go')
    await expect.element(page.getByRole('button', { name: 'Answer again' })).toBeVisible()
    await userEvent.click(field())
    expect(read().query()).toBeNull()
  })
})
