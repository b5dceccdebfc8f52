import { AgentProvider } from 'ambit/react'
import { createAgent } from 'ambit'
import { call, calls, type Reply, scriptedModel } from '@ambit/testing'
import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { importBlock } from './guide-code.ts'

interface Guest {
  name: string
  email: string
}

const fill = (args: Partial<Guest>) => call('fill_guest', args)
const submit = call('submit_guest')
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

/** Shows a form of docs/guides/forms.md, and lets an agent play a script in it. */
async function play(
  [file, edit]: [file: string, edit?: (source: string) => string],
  ...replies: Reply[]
) {
  const { GuestForm } = await importBlock<{
    GuestForm: ComponentType<{ save: (guest: Guest) => Promise<{ id: string }> }>
  }>('forms', file, edit)
  const save = vi.fn<(guest: Guest) => Promise<{ id: string }>>().mockResolvedValue({ id: 'G-1' })
  const agent = createAgent({ model: scriptedModel([...replies, 'Done.']) })
  render(
    <AgentProvider agent={agent}>
      <GuestForm save={save} />
    </AgentProvider>,
  )
  const { runId, messages } = await act(() => agent.chat('Fill the form'))
  const answers = messages.filter(({ role }) => role === 'tool')
  return { agent, runId, save, answers }
}

const libraries = [
  { library: 'Formik', file: 'formik.tsx', outcome: { result: { id: 'G-1' } } },
  // Its `handleSubmit` returns nothing.
  { library: 'TanStack Form', file: 'tanstack.tsx', outcome: {} },
]

describe.each(libraries)('a form of $library', ({ file, outcome }) => {
  it('is filled and submitted by the agent, and tells the errors that it shows', async () => {
    const { save, answers } = await play(
      [file],
      calls(fill({ name: 'Ann', email: 'ann' })),
      calls(submit),
      calls(call('correct_guest', { email: 'ann@example.org' })),
      calls(submit),
    )
    expect(answers.map(({ content }) => JSON.parse(String(content)))).toMatchObject([
      { filled: ['name', 'email'] },
      { submitted: false, errors: { email: 'Enter an address.' } },
      { filled: ['email'], errors: {} },
      { submitted: true, ...outcome },
    ])
    expect(save.mock.calls.map(([guest]) => guest)).toEqual([
      { name: 'Ann', email: 'ann@example.org' },
    ])
    expect(screen.getByRole('alert').textContent).toBe('')
  })

  it('gets back what the agent filled, and keeps what the user has typed since', async () => {
    const { agent, runId } = await play(
      [file],
      calls(fill({ name: 'Ann', email: 'ann@example.org' })),
    )
    expect(field('Name').value).toBe('Ann')
    act(() => void fireEvent.change(field('Email'), { target: { value: 'own@example.org' } }))
    await act(() => agent.undo(runId))
    expect(field('Name').value).toBe('')
    expect(field('Email').value).toBe('own@example.org')
  })
})

it.each([
  ['has a name', ', form: useSelector(form.store).errors[0] }', { submitted: false }],
  ['has none', ' }', { submitted: false }],
])('says that it was refused, where an error of the whole form %s', async (_, named, outcome) => {
  const refuse = (source: string) =>
    source
      .replace('{ onSubmit: guest }', "{ onSubmit: () => 'No seats left.' }")
      .replace(/(?<=email: first\('email'\)) }/, named)
  const { answers, save } = await play(['tanstack.tsx', refuse], calls(submit))
  expect(JSON.parse(String(answers[0]?.content))).toMatchObject(outcome)
  expect(save).not.toHaveBeenCalled()
})
