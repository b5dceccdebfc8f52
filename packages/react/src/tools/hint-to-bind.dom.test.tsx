import { createAgent } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { AgentProvider } from '../agent/agent-provider.tsx'
import { useAgentState } from '../agent-state/use-agent-state.ts'
import { AgentScope } from './use-scope.tsx'
import { useTool } from './use-tool.ts'

const warn = vi.spyOn(console, 'warn').mockReturnValue()
afterEach(() => warn.mockClear())

function Delete({ name }: { name: string }): null {
  useTool({ name, description: 'Delete it.', effect: 'destructive', handler: () => undefined })
  return null
}

const schema = z.object({ title: z.string() })

function Board(): null {
  useAgentState('board', {
    schema,
    initial: { title: 'One' },
    description: 'The board.',
    effect: 'destructive',
  })
  return null
}

/** Renders an element often enough that its handlers are seen to be new each time. */
function renderOften(element: () => ReactElement): void {
  const agent = createAgent({ model: scriptedModel([]) })
  const page = (): ReactElement => <AgentProvider agent={agent}>{element()}</AgentProvider>
  const { rerender } = render(page())
  for (let times = 0; times < 4; times++) rerender(page())
}

const hint = expect.stringContaining('is new with every render')

describe('the hint at a handler that is new with every render', () => {
  it('is for a tool of which nothing says what it is for', () => {
    renderOften(() => <Delete name="delete_this" />)
    expect(warn).toHaveBeenCalledExactlyOnceWith(hint)
  })

  it('is not for a tool whose scope has a subject, or one around it', () => {
    renderOften(() => (
      <AgentScope name="orders" subject="7">
        <AgentScope name="lines">
          <Delete name="delete_line" />
        </AgentScope>
      </AgentScope>
    ))
    expect(warn).not.toHaveBeenCalledWith(hint)
  })

  it('is not for what edits a value, which is compared itself', () => {
    renderOften(() => <Board />)
    expect(warn).not.toHaveBeenCalledWith(hint)
  })
})
