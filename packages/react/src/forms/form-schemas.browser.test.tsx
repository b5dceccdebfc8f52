import { createAgent, type ToolMessage } from '@ambit/core'
import { call, calls, type ScriptedCall, scriptedModel } from '@ambit/testing'
import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { z } from 'zod'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useFormTools } from './use-form-tools.ts'

const schema = z.object({
  title: z.string(),
  due: z.date(),
  from: z.coerce.date(),
  seats: z.coerce.number(),
  file: z.instanceof(File).optional(),
  photo: z.file().optional(),
  scans: z.array(z.instanceof(File)).optional(),
  until: z.date().nullable().optional(),
  days: z.array(z.date()).optional(),
  pay: z.discriminatedUnion('by', [
    z.object({ by: z.literal('card'), number: z.string().min(4) }),
    z.object({ by: z.literal('bank'), iban: z.string(), on: z.date().optional() }),
  ]),
})

/** Runs one call after another. Returns the requests and the answers. */
async function askFor(page: ReactNode, ...asked: ScriptedCall[]) {
  const model = scriptedModel([...asked.map((one) => calls(one)), 'Done'])
  const agent = createAgent({ model })
  const screen = await render(<AgentProvider agent={agent}>{page}</AgentProvider>)
  await agent.chat('Go')
  const told: unknown[] = agent.history.messages
    .filter((message): message is ToolMessage => message.role === 'tool')
    .map(({ content }) => JSON.parse(content))
  return { agent, model, screen, told }
}

describe('useFormTools with fields that are not JSON', () => {
  it('gives the form dates, texts of inputs and members of a union; a file is the user’s', async () => {
    const save = vi.fn<(values: object) => unknown>()
    function Booking(): ReactElement {
      const form = useForm<Record<string, unknown>>({ defaultValues: { title: '' } })
      useFormTools(form, schema, { name: 'booking', onSubmit: save })
      // Components of the application show these.
      for (const name of ['due', 'title', 'until', 'days', 'pay']) form.register(name)
      return (
        <>
          <input type="date" aria-label="From" {...form.register('from')} />
          <input type="number" aria-label="Seats" {...form.register('seats')} />
        </>
      )
    }
    const due = '2027-03-04T10:00:00.000Z'
    const { agent, model, screen, told } = await askFor(
      <Booking />,
      call('fill_booking', { due, from: '2027-01-02', seats: 3, title: 'Trip' }),
      call('fill_booking', { until: '2027-09-09', days: ['2027-09-10'] }),
      call('fill_booking', { pay: { by: 'bank', iban: 'DE1', on: '2027-05-06' } }),
      call('fill_booking', { due: 'soon' }),
      call('fill_booking', { file: 'a' }),
      call('submit_booking'),
    )
    expect(agent.scopes.leftOut).toEqual([])
    expect(told[0]).toMatchObject({ filled: ['due', 'from', 'seats', 'title'] })
    expect(told[1]).toMatchObject({ filled: ['until', 'days'], errors: {} })
    expect(told[2]).toMatchObject({ filled: ['pay.by', 'pay.iban', 'pay.on'] })
    expect(JSON.stringify(told[3])).toContain('due')
    expect(JSON.stringify(told[4])).toContain('The form has no field')
    await expect.element(screen.getByLabelText('From')).toHaveValue('2027-01-02')
    expect(save.mock.calls[0]?.[0]).toMatchObject({
      due: new Date(due),
      from: '2027-01-02',
      until: new Date('2027-09-09'),
      days: [new Date('2027-09-10')],
      pay: { by: 'bank', iban: 'DE1', on: new Date('2027-05-06') },
    })
    // The model learns what a date is, and nothing of marks and files.
    const offered = JSON.stringify(model.requests[0]?.tools)
    expect(offered).toContain('"due":{"type":"string","format":"date"}')
    expect(offered).toContain('"iban"')
    expect(offered).not.toMatch(/x-ambit|"file"|"photo"|"scans"/)
  })

  it('checks the dates of a form in React state by the schema, and undoes them', async () => {
    const start = z.object({ on: z.date().min(new Date('2027-01-01'), 'Too early.') })
    const before: z.infer<typeof start> = { on: new Date('2027-02-02') }
    function Starts(): ReactElement {
      const [values, setValues] = useState(before)
      useFormTools({ values, setValues, submit: () => 1 }, start, { name: 'start' })
      return <p>{values.on.toISOString().slice(0, 10)}</p>
    }
    const { agent, screen, told } = await askFor(
      <Starts />,
      call('fill_start', { on: '2026-05-05' }),
      call('correct_start', { on: '2027-05-05' }),
    )
    expect(told).toEqual([
      { filled: ['on'], errors: { on: 'Too early.' } },
      { filled: ['on'], errors: {} },
    ])
    await expect.element(screen.getByText('2027-05-05')).toBeVisible()
    const ids = [...agent.calls.getState().values()].map(({ callId }) => callId)
    expect(ids).toHaveLength(2)
    for (const id of ids.toReversed()) await agent.undo(id)
    await expect.element(screen.getByText('2027-02-02')).toBeVisible()
  })

  it('writes the day of a date into an input, and takes a union at the top', async () => {
    const either = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('day'), day: z.date(), at: z.date().optional() }),
      z.object({ kind: z.literal('note'), note: z.string() }),
    ])
    function Either(): ReactElement {
      const form = useRef<HTMLFormElement>(null)
      useFormTools(form, either, { name: 'either', onSubmit: () => 1 })
      return (
        <form ref={form}>
          <input name="kind" aria-label="Kind" />
          <input name="day" type="date" aria-label="Day" />
          <input name="at" type="datetime-local" aria-label="At" />
          <input name="note" aria-label="Note" />
        </form>
      )
    }
    const { screen, told } = await askFor(
      <Either />,
      call('fill_either', { kind: 'day', day: '2027-07-08', at: '2027-07-08T00:30' }),
    )
    expect(told).toEqual([{ filled: ['kind', 'day', 'at'], errors: {} }])
    await expect.element(screen.getByLabelText('Day')).toHaveValue('2027-07-08')
    await expect.element(screen.getByLabelText('At')).toHaveValue('2027-07-08T00:30')
  })
})
