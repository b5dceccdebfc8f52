import { type Agent, createAgent } from '@ambit/core'
import { call, calls, scriptedModel } from '@ambit/testing'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { type ReactElement, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useFormTools } from './use-form-tools.ts'

const schema = z.object({ user: z.string(), secret: z.string() })

function Plain({ name, user }: { readonly name: string; readonly user: string }): ReactElement {
  const [values, setValues] = useState({ user, secret: 'hunter2' })
  useFormTools({ values, setValues, submit: () => true }, schema, { name })
  const set = (change: Partial<typeof values>): void => setValues((now) => ({ ...now, ...change }))
  return (
    <form>
      <input name="user" value={values.user} onChange={(e) => set({ user: e.target.value })} />
      <input
        name="secret"
        type="password"
        value={values.secret}
        onChange={(e) => set({ secret: e.target.value })}
      />
    </form>
  )
}

function Wizard(): ReactElement {
  const form = useForm({ defaultValues: { user: 'ada', secret: 'hunter2' } })
  useFormTools(form, schema, { name: 'login', onSubmit: () => undefined })
  const [step, setStep] = useState(1)
  return (
    <form>
      {step === 1 ? (
        <input type="password" {...form.register('secret')} />
      ) : (
        <input {...form.register('user')} />
      )}
      <button type="button" onClick={() => setStep(2)}>
        Next
      </button>
    </form>
  )
}

function Shown(): ReactElement {
  const ref = useRef<HTMLFormElement>(null)
  const [isShown, setIsShown] = useState(false)
  useFormTools(ref, schema, { name: 'login', onSubmit: () => undefined })
  return (
    <form ref={ref}>
      <input name="user" defaultValue="ada" />
      <input name="secret" type={isShown ? 'text' : 'password'} defaultValue="hunter2" />
      <button type="button" onClick={() => setIsShown(true)}>
        Next
      </button>
    </form>
  )
}

const Two = (): ReactElement => (
  <>
    <Plain name="other" user="eve" />
    <Plain name="login" user="ada" />
    <button>Next</button>
  </>
)

it.each([
  ['of one of two forms with the same fields', Two],
  ['of a step that left', Wizard],
  ['that the user has shown as a text', Shown],
])('a password %s is neither read nor filled', async (_which, Page) => {
  const fill = calls(call('fill_login', { secret: 'evil', user: 'bob' }), call('read_login'))
  const model = scriptedModel([fill, 'done'])
  const agent: Agent = createAgent({ model })
  render(
    <AgentProvider agent={agent}>
      <Page />
    </AgentProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await act(() => agent.chat('go'))
  const told = JSON.stringify([model.requests, agent.history.messages])
  expect(told).not.toContain('hunter2')
  expect(told).toContain('ada')
  const answer = agent.history.messages.find(({ role }) => role === 'tool')
  expect(JSON.parse(String(answer?.content))).toMatchObject({
    filled: ['user'],
    notFilled: { secret: expect.any(String) },
  })
})
