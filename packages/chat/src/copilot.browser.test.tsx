import { jsonSchema, ModelError } from '@ambit/core'
import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { openSteps } from '../test/open-steps.ts'
import { renderCopilot, tool } from '../test/render-copilot.tsx'
import { say } from '../test/say.ts'

const anyArguments = jsonSchema<Record<string, unknown>>({ type: 'object' })

describe('Copilot', () => {
  it('is a named dialog with an invitation, suggestions and a plain notice', async () => {
    const { screen, model } = await renderCopilot(['Added.'], {
      start: { suggestions: ['Add a task', 'Show my tasks'] },
      notice: 'A set of rules answers, not a language model.',
    })
    await expect.element(screen.getByRole('dialog', { name: 'Assistant' })).toBeVisible()
    await expect.element(screen.getByRole('note')).toMatchTextContent('not a language model')
    await screen.getByRole('button', { name: 'Add a task' }).click()
    await expect
      .element(screen.getByRole('article', { name: 'You' }))
      .toMatchTextContent('Add a task')
    await expect
      .element(screen.getByRole('article', { name: 'Assistant' }))
      .toMatchTextContent('Added.')
    await expect.element(screen.getByRole('textbox', { name: 'Message' })).toHaveFocus()
    await expect.element(screen.getByRole('list', { name: 'Suggestions' })).not.toBeInTheDocument()
    expect(model.requests).toHaveLength(1)
  })

  it('fills its box as a named region when inline', async () => {
    const { screen } = await renderCopilot([], { form: 'inline' })
    await expect.element(screen.getByRole('region', { name: 'Assistant' })).toBeVisible()
    expect(screen.getByRole('dialog').query()).toBeNull()
    expect(screen.getByRole('button', { name: 'Open assistant' }).query()).toBeNull()
  })

  it('speaks boundaries in one status line while the log is quiet', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const { screen } = await renderCopilot([{ gate, text: 'Hello there.' }])
    const status = screen.getByRole('dialog').getByRole('status')
    const log = screen.getByRole('log')
    await expect.element(status).toBeEmptyDOMElement()
    await say('Hello')
    await expect.element(status).toHaveTextContent('Working')
    await expect.element(log).toHaveAttribute('aria-live', 'off')
    open()
    await expect.element(status).toMatchTextContent('Done')
    await expect.element(log).toHaveAttribute('aria-live', 'polite')
  })

  it('shows each call as a card: running with progress, succeeded, failed', async () => {
    const { promise: exported, resolve: finish } = Promise.withResolvers<unknown>()
    const tools = [
      tool('add_task', () => ({ id: 't-1' }), { title: 'Add a task', parameters: anyArguments }),
      tool('move_task', () => Promise.reject(new Error('There is no column "Someday".'))),
      tool('export_board', (_, ctx) => {
        ctx.progress({ percent: 40, message: 'Row 4 of 10' })
        return exported
      }),
    ]
    const asked = calls(
      call('add_task', { title: 'Buy milk' }),
      call('move_task'),
      call('export_board'),
    )
    const { screen } = await renderCopilot([asked, 'All done.'], {}, { tools })
    await say('Go')

    const exporting = screen.getByRole('group', { name: 'Export board' })
    await expect.element(exporting).toMatchTextContent('Running')
    await expect.element(exporting).toMatchTextContent('Row 4 of 10')
    await expect.element(exporting.getByRole('progressbar')).toHaveAttribute('value', '40')
    await expect
      .element(screen.getByRole('dialog').getByRole('status'))
      .toMatchTextContent('Working: Export board')
    await openSteps()
    const failed = screen.getByRole('group', { name: 'Move task' })
    await expect.element(failed).toMatchTextContent('Failed')
    await expect.element(failed.getByText('There is no column "Someday".')).toBeVisible()
    const added = screen.getByRole('group', { name: 'Add a task' })
    expect(added.element().textContent).toMatch(/Buy milk.*Done/)
    expect(added.element().textContent).not.toMatch(/t-1|\d+ ?(?:ms|sec)/)
    await added.getByText('Done').click()
    await expect.element(added).toMatchTextContent('t-1')
    expect(added.element().textContent).toMatch(/\d+ ?(?:ms|sec)/)

    finish('ok')
    await expect.element(exporting).toMatchTextContent('Done')
    await expect.element(screen.getByText('All done.')).toBeVisible()
  })

  it('stops: the running call and the one behind it are told apart, and the chat goes on', async () => {
    let finish = (): void => undefined
    const exported = new Promise<void>((resolve) => (finish = resolve))
    const tools = [tool('export_board', () => exported), tool('add_task', () => null)]
    const asked = calls(call('export_board'), call('add_task'))
    const { screen } = await renderCopilot([asked, 'Fine.'], {}, { tools })
    await say('Export')
    await openSteps()
    await expect.element(screen.getByText('Running')).toBeVisible()
    await screen.getByRole('button', { name: 'Stop' }).click()
    const card = (name: string) => screen.getByRole('group', { name })
    await expect.element(card('Add task')).toMatchTextContent(/Cancelled.*It was not run\./s)
    await expect
      .element(card('Export board'))
      .toMatchTextContent(/Interrupted.*You stopped it\. It may have taken effect\./s)
    finish()
    await expect.element(card('Export board')).toMatchTextContent('It went on to its end')
    await expect
      .element(screen.getByRole('dialog').getByRole('status'))
      .toMatchTextContent('Stopped')
    await expect.element(screen.getByRole('textbox', { name: 'Message' })).toHaveFocus()
    await say('Never mind')
    await expect.element(screen.getByText('Fine.')).toBeVisible()
  })

  it('keeps a partial answer when stopped, and says that it is one', async () => {
    const { screen } = await renderCopilot([{ text: 'Once upon', hang: true }])
    await say('Tell me')
    await expect.element(screen.getByText('Once upon')).toBeVisible()
    await screen.getByRole('button', { name: 'Stop' }).click()
    await expect.element(screen.getByText('Stopped before the end')).toBeVisible()
    await expect.element(screen.getByText('Once upon')).toBeVisible()
  })

  it('says what went wrong, keeps the message, and retries', async () => {
    const refuse = new ModelError('The model "x" is not allowed here.', {
      kind: 'model_not_allowed',
      isRetryable: false,
    })
    const { screen, model } = await renderCopilot([{ refuse }, 'Back again.'])
    await say('Are you there?')
    const error = screen.getByRole('group', { name: 'Something went wrong' })
    await expect.element(error).toMatchTextContent('Those who run this page can mend it.')
    expect(error.element().textContent).not.toContain('The model "x"')
    await error.getByText('Details', { exact: true }).click()
    await expect.element(error).toMatchTextContent('The model "x" is not allowed here.')
    await expect
      .element(screen.getByRole('dialog').getByRole('status'))
      .toMatchTextContent('Something went wrong: The assistant is not set up for this.')
    await error.getByRole('button', { name: 'Retry' }).click()
    await expect.element(screen.getByText('Back again.')).toBeVisible()
    await expect.element(error).not.toBeInTheDocument()
    expect(screen.getByRole('article', { name: 'You' }).elements()).toHaveLength(1)
    expect(model.requests).toHaveLength(2)
  })

  it('queues what is said while it works', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const { screen } = await renderCopilot([{ gate, text: 'First answer.' }, 'Second answer.'])
    await say('First')
    await expect.element(screen.getByRole('button', { name: 'Stop' })).toBeVisible()
    await say('Second')
    const queued = screen.getByRole('list', { name: 'Waiting for its turn' })
    await expect.element(queued).toMatchTextContent('Second')
    open()
    await expect.element(screen.getByText('Second answer.')).toBeVisible()
    await expect.element(queued).not.toBeInTheDocument()
    const said = screen
      .getByRole('article')
      .elements()
      .map((element) => element.textContent)
    expect(said).toEqual(['First', 'First answer.', 'Second', 'Second answer.'])
  })

  it('folds reasoning away until it is opened', async () => {
    const { screen } = await renderCopilot([{ reasoning: 'Secret thought', text: 'Answer' }])
    await say('Think')
    await expect.element(screen.getByText('Answer')).toBeVisible()
    expect(screen.getByText('Secret thought').query()).toBeNull()
    await screen.getByText('Reasoning').click()
    await expect.element(screen.getByText('Secret thought')).toBeVisible()
  })

  it('can be used by keyboard alone', async () => {
    const tools = [tool('add_task', () => ({ id: 't-1' }))]
    const replies = [calls(call('add_task')), 'Added.']
    const { screen } = await renderCopilot(replies, { defaultOpen: false }, { tools })
    await userEvent.keyboard('{Tab}{Enter}')
    await expect.element(screen.getByRole('textbox', { name: 'Message' })).toHaveFocus()
    await userEvent.keyboard('Add it{Enter}')
    await expect.element(screen.getByText('Added.')).toBeVisible()
    await userEvent.tab({ shift: true })
    // The toolbar of a message is one stop of the Tab key.
    await expect.element(screen.getByRole('button', { name: 'Copy' }).last()).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(screen.getByRole('button', { name: 'Answer again' })).toHaveFocus()
    await userEvent.tab({ shift: true })
    const card = screen.getByRole('group', { name: 'Add task' })
    expect(document.activeElement).toBe(card.element().querySelector('summary'))
    await userEvent.keyboard('{Enter}')
    await expect.element(card).toMatchTextContent('t-1')
    await userEvent.tab({ shift: true })
    await expect.element(screen.getByRole('button', { name: 'Copy' }).first()).toHaveFocus()
    await userEvent.tab({ shift: true })
    await expect.element(screen.getByRole('region', { name: 'Conversation' })).toHaveFocus()
    await userEvent.tab({ shift: true })
    await expect.element(screen.getByRole('button', { name: 'Close assistant' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(screen.getByRole('button', { name: 'Open assistant' })).toHaveFocus()
  })

  it('replaces every string that is given', async () => {
    const strings = {
      chat: { title: 'Hilfe' },
      composer: { message: 'Nachricht', send: 'Senden' },
    }
    const { screen } = await renderCopilot([], { strings })
    await expect.element(screen.getByRole('dialog', { name: 'Hilfe' })).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: 'Nachricht' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Senden' })).toBeVisible()
  })

  it('W1 W16 shows what models and tools say as text', async () => {
    const evil = '<img src="https://evil.example/x" onerror="alert(1)"><b>bold</b>'
    const tools = [tool('read_page', () => evil, { parameters: anyArguments, title: evil })]
    const { screen } = await renderCopilot(
      [{ reasoning: evil, text: evil, calls: [call('read_page', { evil })] }, evil],
      {},
      { tools },
    )
    await say(evil)
    await expect.element(screen.getByRole('dialog').getByRole('status')).toMatchTextContent('Done')
    for (const summary of screen.container.querySelectorAll('summary')) summary.click()
    await expect.element(screen.getByText('Result')).toBeVisible()
    expect(screen.container.querySelectorAll('img, b, script')).toHaveLength(0)
    expect(screen.container.textContent.split(evil).length).toBeGreaterThan(5)
  })
})
