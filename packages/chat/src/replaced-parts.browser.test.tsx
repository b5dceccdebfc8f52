import { AgentProvider, useMessage } from '@ambit/react'
import { call, calls } from '@ambit/testing'
import type { ComponentProps, ReactElement } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderCopilot, tool } from '../test/render-copilot.tsx'
import { say } from '../test/say.ts'
import { Chat, Copilot, type CopilotProps } from './index.ts'

/** Shows answers inside a region, and what the user said in words of its own. */
function Robot({ id }: { readonly id: string }): ReactElement {
  const message = useMessage(id)
  if (message?.role === 'user') return <p>I said: {String(message.content)}</p>
  const isDone = message?.role === 'assistant' && message.finishReason !== undefined
  return (
    <section aria-label={isDone ? 'Robot wrote' : 'Robot writes'}>
      <Chat.Message id={id} />
    </section>
  )
}

describe('parts', () => {
  it('show each message in the application’s own way, around the widget’s or in its place', async () => {
    await renderCopilot([{ text: 'Hello there.', hang: true }], { parts: { Message: Robot } })
    await say('Hi')
    await expect.element(page.getByText('I said: Hi')).toBeVisible()
    await expect
      .element(page.getByRole('region', { name: 'Robot writes' }).getByText('Hello there.'))
      .toBeVisible()
    await page.getByRole('button', { name: 'Stop' }).click()
    const answer = page.getByRole('article', { name: 'Assistant' })
    await expect.element(answer.getByText('Hello there.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Answer again' })).toBeInTheDocument()
    expect(page.getByRole('article', { name: 'You' }).query()).toBeNull()
  })

  it('R69 show the widget’s message where a component throws, and leave the page and the others', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => told.mockRestore())
    function Broken({ id }: { readonly id: string }): ReactElement {
      if (useMessage(id)?.role === 'user') throw new Error('broken')
      return <Chat.Message id={id} />
    }
    await renderCopilot(['Hello there.'], { parts: { Message: Broken } }, {}, <p>The page</p>)
    await say('Hi')
    await expect.element(page.getByText('Hello there.')).toBeVisible()
    await expect.element(page.getByText('The page')).toBeVisible()
    await expect.element(page.getByRole('article', { name: 'You' })).toMatchTextContent('Hi')
  })

  it('R69 have the card of an approval where a component throws', async () => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => told.mockRestore())
    const Broken = (): ReactElement => {
      throw new Error('broken')
    }
    const pay = tool('pay', () => 'paid', { approval: true })
    const replies = [calls(call('pay')), 'Done.']
    await renderCopilot(replies, { parts: { Pending: Broken } }, { tools: [pay] })
    await say('Pay')
    await page.getByRole('button', { name: 'Deny' }).click()
    await expect.element(page.getByText('Done.')).toBeVisible()
  })

  it('are left out with the option of the widget that leaves out the part', async () => {
    const Own = (): ReactElement => <p>Mine</p>
    const parts = { Marks: Own, Meter: Own }
    const { screen } = await renderCopilot([], { marks: false, parts })
    await expect.element(page.getByText('How can I help?')).toBeVisible()
    expect(screen.getByText('Mine').query()).toBeNull()
  })

  it('and texts may be written anew in each render of the page', async () => {
    let renders = 0
    const Counted = ({ id }: { readonly id: string }): ReactElement => {
      renders++
      return <Chat.Message id={id} />
    }
    const given = (): CopilotProps => ({
      parts: { Message: Counted },
      strings: { messages: { user: 'Me' } },
    })
    const { agent, screen } = await renderCopilot(['Hello there.'], given())
    await say('Hi')
    await expect.element(page.getByText('Hello there.')).toBeVisible()
    await expect.element(page.getByRole('article', { name: 'Me' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Answer again' })).toBeInTheDocument()
    const before = renders
    await screen.rerender(
      <AgentProvider agent={agent}>
        {undefined}
        <Copilot defaultOpen {...given()} />
      </AgentProvider>,
    )
    expect(renders).toBe(before)
  })

  it('show a call around the widget’s card, which follows it, and leave the approval to the user', async () => {
    const MyCall = (props: ComponentProps<typeof Chat.Call>): ReactElement => (
      <section aria-label="My card">
        <Chat.Call {...props} className={({ state }) => `mine-${state}`} />
      </section>
    )
    const pay = tool('pay', () => 'paid', { approval: true })
    const replies = [calls(call('pay')), 'Done.']
    await renderCopilot(replies, { parts: { Call: MyCall } }, { tools: [pay] })
    await say('Pay')
    const card = page.getByRole('region', { name: 'My card' }).getByRole('group', { name: 'Pay' })
    await expect.element(card).toHaveClass('mine-awaiting-approval')
    await page.getByRole('button', { name: 'Deny' }).click()
    await expect.element(page.getByText('Done.')).toBeVisible()
    await expect.element(card).toHaveClass('mine-denied')
  })

  it('have all that waits for the user in one place of the application', async () => {
    const MyPending = (): ReactElement => (
      <section aria-label="Your turn">
        <Chat.Pending className="mine" />
      </section>
    )
    const pay = tool('pay', () => 'paid', { approval: true })
    const replies = [calls(call('pay')), 'Done.']
    await renderCopilot(replies, { parts: { Pending: MyPending } }, { tools: [pay] })
    await say('Pay')
    const mine = page.getByRole('region', { name: 'Your turn' })
    await expect.element(mine.getByRole('group', { name: 'Allow “Pay”?' })).toHaveClass('mine')
    expect(page.getByRole('button', { name: 'Deny' }).elements()).toHaveLength(1)
    await mine.getByRole('button', { name: 'Deny' }).click()
    await expect.element(page.getByText('Done.')).toBeVisible()
  })

  it('get the options of the widget that are for the part', async () => {
    const own: Record<string, unknown> = {}
    const noted =
      <Props extends object>(name: string, Part: (props: Props) => ReactElement | null) =>
      (props: Props): ReactElement => {
        own[name] = props
        return <Part {...props} />
      }
    await renderCopilot([], {
      notice: 'Answers can be wrong.',
      start: { greeting: 'Welcome.' },
      composer: { dictation: true },
      meter: { model: 'Small' },
      marks: { strip: false },
      parts: {
        Composer: noted('Composer', Chat.Composer),
        Empty: noted('Empty', Chat.Empty),
        Header: noted('Header', Chat.Header),
        Launcher: noted('Launcher', Chat.Launcher),
        Marks: noted('Marks', Chat.Marks),
        Meter: noted('Meter', Chat.Meter),
        Status: noted('Status', Chat.Status),
        Transcript: noted('Transcript', Chat.Transcript),
      },
    })
    await expect.element(page.getByText('Welcome.')).toBeVisible()
    await expect.element(page.getByText('Answers can be wrong.')).toBeVisible()
    await expect.element(page.getByText('Small')).toBeVisible()
    expect(own).toMatchObject({
      Composer: { dictation: true },
      Empty: { start: { greeting: 'Welcome.' } },
      Marks: { touched: true, strip: false },
      Meter: { model: 'Small' },
    })
    expect(Object.keys(own).toSorted()).toEqual([
      'Composer',
      'Empty',
      'Header',
      'Launcher',
      'Marks',
      'Meter',
      'Status',
      'Transcript',
    ])
  })
})
