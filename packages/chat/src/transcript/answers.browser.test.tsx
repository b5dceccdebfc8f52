import { jsonSchema } from '@ambit/core'
import { followups } from '@ambit/core/answers'
import { call, calls } from '@ambit/testing'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { field, say } from '../../test/say.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const source = (id: string, title: string, url: string) =>
  ({ type: 'source', sourceType: 'url', id, title, url }) as const
const file = (mediaType: string) =>
  ({ type: 'file', mediaType, data: { type: 'data', data: pixel } }) as const

describe('AssistantBubble', () => {
  it('W4 W21 shows sources by the link policy, pictures in the message, and other files by name', async () => {
    const parts = [
      source('1', 'Terms', 'https://shop.example/terms'),
      source('2', 'A <b>script</b>', 'javascript:alert(1)'),
      file('image/png'),
      file('image/svg+xml'),
      file('text/html'),
    ]
    await renderCopilot([{ parts, text: 'See below.' }])
    await say('Terms?')
    const link = page.getByRole('link', { name: 'Terms (shop.example)' })
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
    await expect.element(page.getByText('A <b>script</b>')).toBeVisible()
    expect(page.getByRole('link').elements()).toHaveLength(1)
    const picture = page.getByRole('img', { name: 'File 1 (image/png)' })
    await expect.element(picture).toHaveAttribute('src', `data:image/png;base64,${pixel}`)
    await expect.element(page.getByText('File 2 (image/svg+xml)')).toBeVisible()
    await expect.element(page.getByText('File 3 (text/html)')).toBeVisible()
    expect(document.querySelectorAll('img')).toHaveLength(1)
  })

  it('shows nothing for an empty answer after a tool, and no error', async () => {
    const { agent } = await renderCopilot(
      [calls(call('save')), ''],
      {},
      { tools: [tool('save', () => 1)] },
    )
    await say('Save it')
    await expect.poll(() => agent.history.messages.length).toBe(4)
    await expect.poll(() => agent.getState().status).toBe('idle')
    expect(page.getByRole('alert').elements()).toEqual([])
    expect(page.getByRole('article', { name: 'Assistant' }).elements()).toHaveLength(1)
  })

  it('W14 draws the first 200,000 characters of a huge answer, and the rest when asked', async () => {
    const text = `${`${'Some words. '.repeat(400)}\n\n`.repeat(42)}The end.`
    const { agent } = await renderCopilot([text])
    await say('Go')
    await expect.element(button('Show all of it')).toBeInTheDocument()
    expect(agent.history.messages[1]).toMatchObject({ content: text })
    expect(document.body.textContent).not.toContain('The end.')
    await button('Show all of it').click()
    await expect.poll(() => document.body.textContent).toContain('The end.')
  })

  it('shows what a tool gave the page in line, as text or as the application draws it', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const draw = tool('draw', (_, { artifact }) => {
      artifact({ id: 'a', type: 'list', title: 'Unpaid', data: [17] })
      artifact({ id: 'b', type: 'chart', title: 'Chart', data: 4 })
      artifact({ id: 'c', type: 'broken', title: 'Broken', data: 'as text' })
    })
    const artifacts = {
      chart: ({ data }: { readonly data: unknown }) => <p>{`Chart of ${String(data)}`}</p>,
      broken: () => {
        throw new Error('no')
      },
    }
    await renderCopilot(
      [calls(call('draw')), 'Done.'],
      { messages: { artifacts } },
      { tools: [draw] },
    )
    await say('Draw')
    await expect.element(page.getByRole('region', { name: 'Unpaid' })).toMatchTextContent('17')
    await expect.element(page.getByText('Chart of 4')).toBeVisible()
    await expect.element(page.getByRole('region', { name: 'Broken' })).toMatchTextContent('as text')
    vi.restoreAllMocks()
  })

  it('W24 caps what is spoken of names that others give', async () => {
    const long = tool('long', () => 1, { title: 'T'.repeat(5000) })
    const parts = [
      file(`x/${'y'.repeat(5000)}`),
      source('1', 'S'.repeat(5000), 'https://a.example/'),
    ]
    await renderCopilot(
      [{ parts, text: `![${'a'.repeat(5000)}](https://a.example/b)`, calls: [call('long')] }, 'x'],
      {},
      { tools: [long] },
    )
    await say('Go')
    await expect.element(page.getByRole('link', { name: /^S+$|^S+ / })).toBeVisible()
    for (const element of document.querySelectorAll('[aria-label]')) {
      expect(element.getAttribute('aria-label')?.length).toBeLessThan(250)
    }
  })
})

describe('ErrorNotice', () => {
  it('copies what helps to find the reason, and nothing else of the error', async () => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const error = Object.assign(new Error('It broke.'), { code: 'broken', body: 'secret' })
    await renderCopilot([{ refuse: error }])
    await say('Go')
    await button('Copy details').click()
    expect(writeText.mock.calls[0]?.[0]).toContain('ModelError: The model failed.')
    expect(writeText.mock.calls[0]?.[0]).not.toContain('secret')
    await expect.element(page.getByText('Copied')).toBeInTheDocument()
    vi.restoreAllMocks()
  })
})

describe('Followups', () => {
  it('offers what the model suggests to say next, until something else is said', async () => {
    const { model } = await renderCopilot(
      ['Two are unpaid.', '- Remind Ada\n- Show order 21', 'Reminded.', ''],
      {},
      { use: [followups()] },
    )
    await say('Unpaid?')
    await button('Remind Ada').click()
    await expect.element(page.getByText('Reminded.')).toBeVisible()
    await expect.element(button('Show order 21')).not.toBeInTheDocument()
    expect(JSON.stringify(model.requests[2]?.prompt)).toContain('Remind Ada')
  })

  it('offers at most three texts that a model gives with its answer, and nothing else', async () => {
    const offered = ['Remind Ada', 5, { text: 'Show' }, 'Show order 21', 'Show all', 'Show none']
    const parts = [
      { type: 'text-start', id: '1' },
      { type: 'text-delta', id: '1', delta: 'I did not understand that.' },
      { type: 'text-end', id: '1', providerMetadata: { ambit: { followups: offered } } },
    ] as const
    await renderCopilot([{ parts }, 'Reminded.'])
    await say('Do it')
    await expect.element(button('Show order 21')).toBeVisible()
    await expect.element(button('Show all')).toBeVisible()
    await expect.element(button('Show none')).not.toBeInTheDocument()
    await button('Remind Ada').click()
    await expect.element(page.getByText('Reminded.')).toBeVisible()
  })
})

describe('Composer, while the agent works', () => {
  it('queues with Enter and steers with Control and Enter, or by a button', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const wait = tool('wait', () => gates[1]?.promise, {
      parameters: jsonSchema({ type: 'object' }),
    })
    const { agent, model } = await renderCopilot(
      [{ gate: gates[0]?.promise, calls: [call('wait')] }, 'Heard.', 'Later.'],
      {},
      { tools: [wait] },
    )
    await say('Begin')
    await say('Afterwards')
    await say('By the way', '{Control>}{Enter}{/Control}')
    await userEvent.fill(field(), 'And this')
    await button('Send now').click()
    gates[0]?.resolve()
    gates[1]?.resolve()
    await expect.element(page.getByText('Later.')).toBeVisible()
    const said = agent.history.messages.flatMap((message) =>
      message.role === 'user' ? [message.content] : [],
    )
    expect(said).toEqual(['Begin', 'By the way', 'And this', 'Afterwards'])
    expect(model.requests).toHaveLength(3)
  })
})
