import { createAgent, type ToolMessage } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { act, render } from '@testing-library/react'
import { type ReactElement, useState } from 'react'
import { useForm } from 'react-hook-form'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useFormTools } from './use-form-tools.ts'

const rows = z.array(z.object({ qty: z.number() }))
const schema = z.object({ name: z.string(), rows, rec: z.record(z.string(), z.string()) })

const steps = z.object({ user: z.string(), secret: z.string(), more: z.string() })

let values: () => unknown
let submitted: unknown

/** A form with rows and entries that have more than its schema lists. */
function Order(): ReactElement {
  const form = useForm({
    defaultValues: {
      name: 'Ann',
      rows: [{ qty: 1, sku: 'SECRET' }],
      rec: { j: '2', k: '3' },
      big: 1n as unknown,
    },
  })
  values = () => form.getValues()
  useFormTools(form, schema as never, {
    name: 'order',
    onSubmit: (all: unknown) => void (submitted = all),
  })
  return (
    <form>
      <input type="email" required {...form.register('name')} />
      <input {...form.register('rows.0.qty')} />
      <input {...form.register('rows.0.sku')} />
      <input {...form.register('rec.j')} />
      <input {...form.register('rec.k')} />
      <button>Save</button>
    </form>
  )
}

/** A step of a form in React state: one of its fields is on the page. */
function Step(): ReactElement {
  const [all, setValues] = useState({ user: 'ada', secret: 'hunter2', more: 'x' })
  useFormTools({ values: all, setValues, submit: () => true }, steps, { name: 'order' })
  return (
    <form>
      <input name="secret" {...{ autoComplete: 'Current-Password' }} readOnly />
    </form>
  )
}

async function run(Page: () => ReactElement, ...asked: ReturnType<typeof call>[]) {
  const model = scriptedModel([calls(...asked), 'done'])
  const agent = createAgent({ model })
  render(
    <AgentProvider agent={agent}>
      <Page />
    </AgentProvider>,
  )
  await act(() => agent.chat('go'))
  const answers = agent.history.messages.filter(({ role }) => role === 'tool') as ToolMessage[]
  return {
    told: JSON.stringify([model.requests, answers]),
    answers: answers.map(({ content }) => JSON.parse(content) as unknown),
  }
}

it('what the schema does not list is neither read nor lost', async () => {
  const fill = call('fill_order', { rows: [{ qty: 9 }, { qty: 2 }], rec: { k: '9' } }, 'f')
  const { told, answers } = await run(Order, fill, call('read_order', {}, 'r'))
  expect(told).not.toContain('SECRET')
  expect(answers[0]).toMatchObject({
    filled: ['rec.k'],
    notFilled: { rows: expect.stringContaining('fields of the user') },
  })
  expect(values()).toMatchObject({
    rows: [{ qty: 1, sku: 'SECRET' }],
    rec: { j: '2', k: '9' },
  })
})

it('what a browser would refuse is not submitted', async () => {
  submitted = undefined
  const { answers } = await run(Order, call('submit_order', {}, 's'))
  expect(answers[0]).toMatchObject({ submitted: false, errors: { name: expect.any(String) } })
  expect(submitted).toBeUndefined()
})

it('a password of a form that is not known by its fields stays with the user', async () => {
  const fill = call('fill_order', { secret: 'evil' }, 'f')
  const { told, answers } = await run(Step, fill, call('read_order', {}, 'r'))
  expect(told).not.toContain('hunter2')
  expect(answers[0]).toMatchObject({ filled: [], notFilled: { secret: expect.any(String) } })
})
