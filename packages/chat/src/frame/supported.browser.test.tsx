import { createAgent } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { scriptedModel } from '@ambit/testing'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { loadStyles } from '../../test/render-copilot.tsx'
import { Chat, Copilot } from '../index.ts'

const sentence = () => page.getByText(/^This browser is too old/)

const shown: Record<string, ReactElement> = {
  'a popup': <Copilot defaultOpen />,
  'a sidebar': <Copilot form="sidebar" defaultOpen strings={{ chat: { title: 'Help' } }} />,
  'a panel': <Copilot form="inline" />,
}
const { Popup, Sidebar, Panel } = Chat
for (const [name, Frame] of Object.entries({ Popup, Sidebar, Panel })) {
  shown[`parts in a ${name}`] = (
    <Chat.Root>
      <Frame {...(name === 'Panel' ? {} : { defaultOpen: true })}>
        <Chat.Header />
        <Chat.Transcript />
        <Chat.Composer />
      </Frame>
    </Chat.Root>
  )
}

describe('a browser that is too old', () => {
  const { canParse } = URL
  beforeEach(async () => {
    sessionStorage.clear()
    await loadStyles()
    Reflect.deleteProperty(URL, 'canParse')
  })
  afterEach(() => {
    URL.canParse = canParse
    vi.restoreAllMocks()
  })

  for (const [what, chat] of Object.entries(shown)) {
    it(`shows ${what} with one sentence, and nothing to write in`, async () => {
      const onError = vi.spyOn(console, 'error')
      await render(
        <AgentProvider agent={createAgent({ model: scriptedModel([]) })}>{chat}</AgentProvider>,
      )
      await expect.element(sentence()).toBeVisible()
      expect(sentence().elements()).toHaveLength(1)
      expect(page.getByRole('textbox').query()).toBeNull()
      expect(page.getByRole('alert').query()).toBeNull()
      expect(onError).not.toHaveBeenCalled()
    })
  }
})
