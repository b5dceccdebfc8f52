import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot } from '../../../test/render-copilot.tsx'
import { field } from '../../../test/say.ts'

/** A replacement for the browser's Web Speech API, which a test cannot speak to. */
class Ear extends EventTarget {
  static last: Ear | undefined
  lang = ''
  continuous = false
  interimResults = false
  start = () => void (Ear.last = this)
  abort = () => this.dispatchEvent(new Event('end'))
  hear(...texts: string[]): void {
    const results = texts.map((transcript) => [{ transcript }])
    this.dispatchEvent(Object.assign(new Event('result'), { results }))
  }
}

afterEach(() => vi.unstubAllGlobals())

describe('Composer, dictating', () => {
  it('writes what it hears behind what stands there, until it is stopped', async () => {
    vi.stubGlobal('SpeechRecognition', Ear)
    await renderCopilot([], { composer: { dictation: true } })
    await userEvent.fill(field(), 'Show')
    const button = page.getByRole('button', { name: 'Dictate' })
    await button.click()
    await expect.element(button).toHaveAttribute('aria-pressed', 'true')
    Ear.last?.hear('the unpaid')
    await expect.element(field()).toHaveValue('Show the unpaid')
    Ear.last?.hear('the unpaid', ' orders')
    await expect.element(field()).toHaveValue('Show the unpaid orders')
    await button.click()
    await expect.element(button).toHaveAttribute('aria-pressed', 'false')
  })

  it('has no button where the browser cannot listen', async () => {
    vi.stubGlobal('SpeechRecognition', undefined)
    vi.stubGlobal('webkitSpeechRecognition', undefined)
    await renderCopilot([], { composer: { dictation: true } })
    await expect.element(field()).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Dictate' })).not.toBeInTheDocument()
  })
})
