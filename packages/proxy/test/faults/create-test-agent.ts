import { type Agent, type Clock, jsonSchema, Tool } from '@ambit/core'
import { testAgent, type TestAgentOptions } from '@ambit/testing'

/** Creates an agent with two tools, which record their arguments. */
export function createTestAgent(options: TestAgentOptions): { agent: Agent; ran: string[] } {
  const ran: string[] = []
  const save = new Tool({
    name: 'save',
    description: 'Saves a note.',
    parameters: jsonSchema<{ title: string }>({
      type: 'object',
      properties: { title: { type: 'string' } },
      required: ['title'],
    }),
    handler: ({ title }) => {
      ran.push(title)
      return 'saved'
    },
  })
  const refresh = new Tool({
    name: 'refresh',
    description: 'Refreshes.',
    handler: () => void ran.push('(refresh)'),
  })
  return {
    agent: testAgent({ random: () => 0, tools: [save, refresh], ...options }),
    ran,
  }
}

/** A clock on which every wait ends at once. */
export class InstantClock implements Clock {
  readonly #timers = new Set<ReturnType<typeof setImmediate>>()

  get pending(): number {
    return this.#timers.size
  }

  now(): number {
    return Date.UTC(2026, 10, 21)
  }

  setTimeout(callback: () => void): unknown {
    const timer = setImmediate(() => {
      this.#timers.delete(timer)
      callback()
    })
    this.#timers.add(timer)
    return timer
  }

  clearTimeout(timer: unknown): void {
    clearImmediate(timer as ReturnType<typeof setImmediate>)
    this.#timers.delete(timer as ReturnType<typeof setImmediate>)
  }
}
