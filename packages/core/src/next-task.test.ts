import { afterEach, describe, expect, it, vi } from 'vitest'
import { nextTask } from './slices.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('nextTask', () => {
  it.each([true, false])('comes after the promises of now; with messages: %s', async (has) => {
    if (!has) vi.stubGlobal('MessageChannel', undefined)
    const order: string[] = []
    const task = nextTask().then(() => order.push('task'))
    await Promise.resolve().then(() => order.push('promise'))
    await task
    expect(order).toEqual(['promise', 'task'])
  })
})
