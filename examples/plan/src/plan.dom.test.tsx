import { globSync, readFileSync } from 'node:fs'
import { call, calls, type Reply } from '@ambit/testing'
import { renderWithAgent } from '@ambit/testing/react'
import { fireEvent, screen, within } from '@testing-library/react'
import { memory, type MemoryEntry } from 'ambit/plugins'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { plan, usePlan } from './plan.ts'
import { Week } from './week.tsx'

const folder = import.meta.dirname

const approve = vi.fn<(request: { readonly sentence?: string | undefined }) => boolean>(() => true)

async function open(...replies: Reply[]) {
  const kept = new Map<string, MemoryEntry>()
  const known = memory({
    store: {
      list: async () => [...kept.values()],
      put: async (entry) => kept.set(entry.id, entry),
      delete: async (id) => kept.delete(id),
    },
  })
  return renderWithAgent(<Week known={known} />, {
    replies,
    scopes: [plan],
    use: [known],
    approve,
  })
}

const on = (day: string): string[] =>
  within(screen.getByRole('region', { name: new RegExp(`^${day}`) }))
    .queryAllByRole('checkbox')
    .map((box) => box.closest('label')?.textContent ?? '')

const answers = ({ agent }: Awaited<ReturnType<typeof open>>) =>
  agent.history.messages.flatMap((message) => (message.role === 'tool' ? [message.status] : []))

beforeEach(() => usePlan.setState(usePlan.getInitialState()))

describe('the planner', () => {
  it('moves and finishes several tasks at once, by their ids', async () => {
    const page = await open(
      calls(call('move_tasks', { ids: ['t1', 't2'], day: 'Friday' })),
      calls(call('finish_tasks', { ids: ['t1'] })),
      calls(call('finish_tasks', { ids: ['t1', 'x'] })),
      'Done.',
    )
    const run = page.agent.chat('Go')
    await run
    expect(answers(page)).toEqual(['ok', 'ok', 'invalid'])
    expect(approve).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ sentence: 'Move “Write the report”, “Call the bank” to Friday' }),
    )
    expect(on('Friday')).toEqual(['Write the report 3 h', 'Call the bank 1 h'])
    expect(screen.getByRole('heading', { name: 'Friday · 1 h' })).toBeTruthy()
    await page.agent.undo(run.id)
    await screen.findByRole('heading', { name: 'Monday · 8 h' })
  })

  it('changes a part of the view, and nothing by a value that does not fit', async () => {
    const page = await open(
      calls(call('set_view', { show: 'open' })),
      calls(call('set_view', { show: 'all', limit: 13 })),
      'Done.',
    )
    await page.agent.chat('Go')
    expect(answers(page)).toEqual(['ok', 'invalid'])
    expect(usePlan.getState().view).toEqual({ limit: 6, show: 'open' })
    expect(on('Wednesday')).toEqual([])
  })

  it('offers a routine once the skill is loaded, and while its button can be pressed', async () => {
    const lunch = calls(call('add_routine_1'))
    const page = await open(
      calls(call('load_scope', { name: 'routines' })),
      lunch,
      lunch,
      'Done.',
      'Hello.',
    )
    const names = (request: number) => page.model.requests[request]?.tools?.map(({ name }) => name)
    const run = page.agent.chat('Lunch')
    await run
    expect(names(0)).not.toContain('add_routine_1')
    expect(names(1)).toContain('add_routine_1')
    expect(JSON.stringify(page.model.requests[1]?.prompt)).toContain(
      'A routine goes on its own day',
    )
    expect(answers(page)).toEqual(['ok', 'ok', 'disabled'])
    expect(JSON.stringify(page.model.requests[2]?.prompt)).toContain('The week has it already')
    expect(on('Friday')).toEqual(['Team lunch 1 h'])

    const [report] = screen.getAllByRole('button', { name: 'Repeat' })
    if (report) fireEvent.click(report)
    await screen.findByRole('button', { name: '+ Write the report' })
    await page.agent.chat('Hello')
    expect(JSON.stringify(page.model.requests[4]?.prompt)).toContain('add_routine_2')
  })

  it('takes back what the user and the agent did in one order', async () => {
    const page = await open(calls(call('move_tasks', { ids: ['t2'], day: 'Friday' })), 'Done.')
    fireEvent.click(screen.getByRole('checkbox', { name: /Write the report/ }))
    await page.agent.chat('Go')
    fireEvent.click(screen.getByRole('checkbox', { name: /Prepare the talk/ }))
    expect(screen.getByRole('heading', { name: 'Monday · 0 h' })).toBeTruthy()
    const undo = (): boolean => fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
    undo()
    await screen.findByRole('heading', { name: 'Monday · 4 h' })
    undo()
    await screen.findByRole('heading', { name: 'Monday · 5 h' })
    expect(on('Friday')).toEqual([])
    undo()
    await screen.findByRole('heading', { name: 'Monday · 8 h' })
  })

  it('fills and submits the form, which is then empty', async () => {
    const page = await open(
      calls(call('fill_task', { title: 'Water the plants', day: 'Friday', hours: 0.5 })),
      calls(call('submit_task')),
      'Done.',
    )
    await page.agent.chat('Go')
    expect(JSON.stringify(page.agent.history.messages)).toContain('\\"submitted\\":true')
    expect(on('Friday')).toEqual(['Water the plants 0.5 h'])
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'New task' }).value).toBe('')
  })

  it('shows what is remembered of the user, who has it forgotten', async () => {
    const page = await open(calls(call('remember', { text: 'Likes tea' })), 'Done.')
    await page.agent.chat('Go')
    fireEvent.click(await screen.findByRole('button', { name: 'Forget “Likes tea”' }))
    await screen.findByRole('heading', { name: 'The assistant remembers nothing of you yet' })
  })

  it('has as many lines as its README says', () => {
    const files = globSync('*.{ts,tsx}', { cwd: folder, exclude: ['*.test.tsx'] })
    const lines = files.map(
      (file) => readFileSync(`${folder}/${file}`, 'utf8').split('\n').length - 1,
    )
    const sum = lines.reduce((all, one) => all + one)
    expect(sum).toBeLessThanOrEqual(250)
    expect(readFileSync(`${folder}/../README.md`, 'utf8')).toContain(
      `is ${sum} lines of TypeScript`,
    )
  })
})
