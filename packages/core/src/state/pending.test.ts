import { describe, expect, it, vi } from 'vitest'
import { openQuestion, openRequest } from '../../test/open-pending.ts'
import { Pending } from './pending.ts'

describe('Pending', () => {
  it('has somebody there for one kind, or for both', () => {
    const pending = new Pending()
    const leave = pending.attach('approval')
    expect(pending.isAttached('approval')).toBe(true)
    expect(pending.isAttached('question')).toBe(false)
    const leaveBoth = pending.attach()
    expect(pending.isAttached('question')).toBe(true)
    leaveBoth()
    leave()
    expect(pending.isAttached('approval')).toBe(false)
  })

  it('gives up the questions that nobody is there for any more, and lets approvals wait', async () => {
    const pending = new Pending()
    const [leave, leaveQuestions] = [pending.attach('approval'), pending.attach('question')]
    const request = openRequest(pending, 'r1')
    const question = openQuestion(pending, 'q1')
    leave()
    await Promise.resolve()
    expect(question.leave).not.toHaveBeenCalled()
    leaveQuestions()
    await Promise.resolve()
    expect(question.leave).toHaveBeenCalledTimes(1)
    expect(request.leave).not.toHaveBeenCalled()
  })

  it('gives up a request at once that nobody is there for when it is opened', async () => {
    const pending = new Pending()
    const request = openRequest(pending, 'r1')
    await Promise.resolve()
    expect(request.leave).toHaveBeenCalledTimes(1)
  })

  it('lists all in the order in which they came, and each kind by itself', () => {
    const pending = new Pending()
    pending.attach()
    openQuestion(pending, 'q1')
    openRequest(pending, 'r1')
    pending.offer({ id: 's1', label: 'Tickets', start: () => {} })
    expect(pending.getState().items.map(({ id }) => id)).toEqual(['q1', 'r1', 's1'])
    expect(pending.list('approval')).toMatchObject([{ id: 'r1' }])
    expect(pending.list('signIn')).toMatchObject([{ id: 's1' }])
  })

  it('keeps the list of a kind while another changes', () => {
    const pending = new Pending()
    pending.attach()
    openRequest(pending, 'r1')
    const before = pending.list('approval')
    const { close } = openQuestion(pending, 'q1')
    expect(pending.list('approval')).toBe(before)
    close()
    expect(pending.list('approval')).toBe(before)
    expect(pending.list('question')).toEqual([])
  })

  it('answers nothing of another kind', async () => {
    const pending = new Pending()
    pending.attach()
    const request = openRequest(pending, 'r1')
    const question = openQuestion(pending, 'q1')
    expect(pending.approve('q1')).toBe(false)
    expect(await pending.answer('r1', 'yes')).toHaveLength(1)
    pending.decline('r1')
    expect(pending.getState().items).toHaveLength(2)
    expect(request.decide).not.toHaveBeenCalled()
    expect(question.answer).not.toHaveBeenCalled()
  })

  it('tells nobody that a session without remembered approvals has begun', () => {
    const pending = new Pending()
    const changed = vi.fn<() => void>()
    pending.subscribe(changed)
    pending.keep([], 's1')
    expect(changed).not.toHaveBeenCalled()
  })
})
