import { describe, expect, it } from 'vitest'
import { runSteps } from './run-steps.ts'
import type { TestStep } from './test-step.ts'

/** Steps that end when the test says so, and a record of what happens to them. */
function table(...steps: Omit<TestStep, 'run'>[]) {
  const record: string[] = []
  const ends = new Map<string, () => void>()
  const all = steps.map((step) => ({ ...step, run: () => Promise.reject(new Error('not here')) }))
  const run = ({ name }: TestStep): Promise<void> => {
    record.push(`+${name}`)
    return new Promise((resolve) => ends.set(name, resolve))
  }
  const done = runSteps(all, 2, run).then(() => record.push('end'))
  const end = async (name: string): Promise<void> => {
    record.push(`-${name}`)
    ends.get(name)?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { record, end, done }
}

describe('runSteps', () => {
  it('runs two steps at once, in their order', async () => {
    const { record, end, done } = table({ name: 'a' }, { name: 'b' }, { name: 'c' })
    for (const name of ['b', 'a', 'c']) await end(name)
    await done
    expect(record.join(' ')).toBe('+a +b -b +c -a -c end')
  })

  it('lets a step wait for those that it comes after, and begins another meanwhile', async () => {
    const { record, end, done } = table({ name: 'a' }, { name: 'b', after: ['a'] }, { name: 'c' })
    for (const name of ['c', 'a', 'b']) await end(name)
    await done
    expect(record.join(' ')).toBe('+a +c -c -a +b -b end')
  })

  it('never runs two steps at once that use the same thing alone', async () => {
    const alone = 'stories'
    const { record, end, done } = table({ name: 'a', alone }, { name: 'b', alone }, { name: 'c' })
    for (const name of ['c', 'a', 'b']) await end(name)
    await done
    expect(record.join(' ')).toBe('+a +c -c -a +b -b end')
  })

  it('does not wait for a step that was not chosen', async () => {
    const { record, end, done } = table({ name: 'b', after: ['a'] })
    await end('b')
    await done
    expect(record.join(' ')).toBe('+b -b end')
  })

  it('says so when no step can begin', async () => {
    const { done } = table({ name: 'a', after: ['b'] }, { name: 'b', after: ['a'] })
    await expect(done).rejects.toThrow('No step can begin: a, b.')
  })
})
