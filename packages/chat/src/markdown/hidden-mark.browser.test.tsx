import { jsonSchema } from '@ambit/core'
import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { Markdown } from './markdown.tsx'

const anyArguments = jsonSchema<Record<string, unknown>>({ type: 'object' })

async function say(text: string): Promise<void> {
  await userEvent.fill(page.getByRole('textbox', { name: 'Message' }), text)
  await userEvent.keyboard('{Enter}')
}

describe('HiddenMark', () => {
  it('W7 says that a text holds characters which nobody sees', async () => {
    const screen = await render(<Markdown text={'Pay 10\u202E00,1\u202C now'} streaming />)
    await expect.element(screen.getByRole('note')).toMatchTextContent('2 invisible characters')
    expect(screen.container.querySelector('p')?.textContent).toBe('Pay 1000,1 now')
    await screen.rerender(<Markdown text={'Pay 10 now'} />)
    await expect.element(screen.getByText('Pay 10 now')).toBeVisible()
    expect(screen.getByRole('note').query()).toBeNull()
  })

  it('W7 stands under what the user pasted and under what the model said', async () => {
    const { screen } = await renderCopilot(['Pay\u200B 10\u202E now.'])
    await say('Look at this:\u{E0041}\u{E0042}\u{E0043}')
    const noteOf = (name: string) => screen.getByRole('article', { name }).getByRole('note')
    await expect.element(noteOf('You')).toMatchTextContent('3 invisible characters')
    await expect.element(noteOf('Assistant')).toMatchTextContent('2 invisible characters')
  })

  it('W7 stands at what a tool was given and gave, and nowhere where all is seen', async () => {
    const read = tool('read_mail', () => 'Dear all\u2066', { parameters: anyArguments })
    const asked = calls(call('read_mail', { id: '7' }))
    const { screen } = await renderCopilot([asked, 'Read.'], {}, { tools: [read] })
    await say('Read it')
    const card = screen.getByRole('group', { name: 'Read mail' })
    await card.getByText('Done').click()
    await expect.element(card).toMatchTextContent('Dear all')
    expect(screen.getByRole('note').elements()).toHaveLength(1)
    await expect.element(card.getByRole('note')).toMatchTextContent('an invisible character')
  })
})

describe('Copilot', () => {
  it('W2 loads pictures of answers by itself only from where the application said', async () => {
    const picture = new URL('../../../../docs/images/start-light.png', import.meta.url).href
    const answer = `![in](${picture}) ![out](https://canary.example/a.png)`
    const { screen } = await renderCopilot([answer], {
      messages: { images: [location.origin] },
    })
    await say('Show me')
    await expect.element(screen.getByRole('img', { name: 'Image: in' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Load image' })).toBeVisible()
    expect(screen.container.querySelectorAll('.ambit-markdown img')).toHaveLength(1)
  })
})
