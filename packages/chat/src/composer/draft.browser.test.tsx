import { type AgentStorage, memoryStorage, type SessionNote } from '@ambit/core/storage'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot } from '../../test/render-copilot.tsx'
import { field } from '../../test/say.ts'

const attach = (name: string): Promise<void> =>
  userEvent.upload(
    page.getByLabelText('Add files').elements()[1] as HTMLInputElement,
    new File(['x'], name, { type: 'text/plain' }),
  )

async function say(text: string, answer: string): Promise<void> {
  await userEvent.fill(field(), text)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(answer)).toBeVisible()
}

/** Creates a storage of one user, and a function that tells its pages of the deletion of all. */
function createStorage(id: string): { readonly storage: AgentStorage; readonly wipe: () => void } {
  const stored = memoryStorage()
  const listeners = new Set<(note: SessionNote) => void>()
  const storage: AgentStorage = {
    ...stored,
    id,
    watch: (_id, listener) => {
      const one = (note: SessionNote): void => listener(note)
      listeners.add(one)
      return () => listeners.delete(one)
    },
  }
  const wipe = (): void => {
    for (const listener of listeners) listener({ type: 'gone' })
  }
  return { storage, wipe }
}

describe('what a user has not sent', () => {
  it('goes with a sign-out, from the field and from the tab', async () => {
    const { storage, wipe } = createStorage('u1')
    const { agent } = await renderCopilot(['A.'], { composer: { attachments: true } }, { storage })
    await say('one', 'A.')
    await userEvent.fill(field(), 'about one')
    await agent.sessions.create()
    await userEvent.fill(field(), 'secret')
    await attach('photo.txt')
    await expect.element(page.getByText('photo.txt')).toBeVisible()
    window.dispatchEvent(new PageTransitionEvent('pagehide'))
    expect(JSON.stringify({ ...sessionStorage })).toMatch(/secret.*about one|about one.*secret/u)
    wipe()
    await expect.element(field()).toHaveValue('')
    await expect.element(page.getByText('photo.txt')).not.toBeInTheDocument()
    expect({ ...sessionStorage }).toEqual({})
  })

  it('is not given to the next user, and back for the same one', async () => {
    const { screen } = await renderCopilot([], {}, { storage: createStorage('u1').storage })
    await userEvent.fill(field(), 'secret')
    await screen.unmount()
    const kept = { ...sessionStorage }
    const of = async (storage: AgentStorage): Promise<string> => {
      const next = await renderCopilot([], {}, { storage }, undefined, kept)
      await expect.poll(() => next.agent.sessions.getState().isOpening).toBe(false)
      const { value } = field().element() as HTMLTextAreaElement
      await next.screen.unmount()
      return value
    }
    expect(await of(createStorage('u2').storage)).toBe('')
    expect(await of(memoryStorage())).toBe('')
    expect(await of(createStorage('u1').storage)).toBe('secret')
  })

  it('is written by the time the chat has left the page, and no later', async () => {
    const { screen } = await renderCopilot([], {}, { storage: createStorage('u1').storage })
    await userEvent.click(field())
    await userEvent.keyboard('secret')
    await screen.unmount()
    expect(Object.values({ ...sessionStorage })).toContain('secret')
    sessionStorage.clear()
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect({ ...sessionStorage }).toEqual({})
  })

  it('goes with its conversation', async () => {
    const { agent } = await renderCopilot(['A.'], {}, { storage: memoryStorage() })
    await say('one', 'A.')
    await userEvent.fill(field(), 'about one')
    const { current } = agent.sessions
    await agent.sessions.create()
    expect({ ...sessionStorage }).not.toEqual({})
    await agent.sessions.delete(current)
    expect({ ...sessionStorage }).toEqual({})
  })

  it('stays with its conversation, also files', async () => {
    const { storage } = createStorage('u1')
    const { agent } = await renderCopilot(
      ['A.', 'B.'],
      { composer: { attachments: true } },
      { storage },
    )
    await say('one', 'A.')
    await attach('a.txt')
    await expect.element(page.getByText('a.txt')).toBeVisible()
    const first = agent.sessions.current
    await agent.sessions.create()
    await expect.element(page.getByText('a.txt')).not.toBeInTheDocument()
    await userEvent.fill(field(), 'begun')
    await attach('b.txt')
    await agent.sessions.open(first)
    await expect.element(page.getByText('a.txt')).toBeVisible()
    await expect.element(page.getByText('b.txt')).not.toBeInTheDocument()
    await expect.element(field()).toHaveValue('')
    await agent.sessions.delete(first)
    await expect.element(page.getByText('a.txt')).not.toBeInTheDocument()
    await expect.element(field()).toHaveValue('')
  })
})
