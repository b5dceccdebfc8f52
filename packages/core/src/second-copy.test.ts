// isolated: it loads core a second time
import { scriptedModel } from '@ambit/testing'
import { expect, it, vi } from 'vitest'
import { createAgent, Scope, Tool } from './index.ts'

const tool = { name: 'dim', description: 'Dim the lamp.', handler: () => 'dimmed' }

it.each(['Tool', 't'])(
  'a tool or a scope of a second copy is refused with what to do, also if its class is named %j',
  async (name) => {
    vi.resetModules()
    const second = await import('./index.ts')
    expect(second.Tool).not.toBe(Tool)
    Object.defineProperty(second.Tool, 'name', { value: name })
    const model = scriptedModel([])

    const give = (options: object) => (): unknown => createAgent({ model, ...options })
    expect(give({ tools: [new second.Tool(tool)] })).toThrow(
      '`tools[0]` is a Tool of a second copy of `ambit`, which this one cannot use. A package has bundled `ambit`',
    )
    expect(give({ scopes: [new second.Scope({ name: 's' })] })).toThrow(
      '`scopes[0]` is a Scope of a second copy',
    )
    // Its own tool in the place of a scope, and what only looks like a tool, are other mistakes.
    expect(give({ scopes: [new Tool(tool)] })).toThrow('`scopes[0]` is a Tool. Give new Scope(')
    expect(give({ tools: [new Scope({ name: 's' })] })).toThrow('is a Scope. Give new Tool(')
    expect(give({ tools: [tool] })).toThrow('is a plain object. Give new Tool(')
  },
)
