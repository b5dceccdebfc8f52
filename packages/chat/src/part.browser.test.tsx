import { createAgent } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { Chat } from './index.ts'

describe('renderPart', () => {
  it('lets a part take a class by its state, and another element', async () => {
    const agent = createAgent({ model: scriptedModel([]) })
    const screen = await render(
      <AgentProvider agent={agent}>
        <Chat.Root>
          <Chat.Panel render={(props) => <main {...props} />}>
            <Chat.Header className="mine" />
            <Chat.Status notice="Plain" render={(props) => <p {...props} title="Mine" />} />
            <Chat.Composer className={({ empty }) => (empty ? 'nothing' : 'something')} />
          </Chat.Panel>
        </Chat.Root>
      </AgentProvider>,
    )
    await expect.element(screen.getByRole('main', { name: 'Assistant' })).toBeVisible()
    await expect.element(screen.getByRole('banner')).not.toBeInTheDocument()
    expect(screen.container.querySelector('.ambit-header')?.className).toBe('ambit-header mine')
    await expect.element(screen.getByTitle('Mine')).toMatchTextContent('Plain')
    const form = screen.container.querySelector('form')
    expect(form?.className).toBe('ambit-composer nothing')
    expect(form?.dataset).toMatchObject({ empty: '' })
    await screen.getByRole('textbox', { name: 'Message' }).fill('Hello')
    expect(form?.className).toBe('ambit-composer something')
    expect(form?.dataset).not.toHaveProperty('empty')
  })
})
