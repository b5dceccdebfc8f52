import { Scope } from '@ambit/core'
import { ScopeProvider } from '@ambit/react'
import { call, calls } from '@ambit/testing'
import { type ReactElement, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderCopilot, tool } from '../../test/render-copilot.tsx'
import { say } from '../../test/say.ts'
import { ActingMarks } from './acting-marks.ts'

const board = () => page.getByRole('group', { name: 'Board' })

describe('ActingScopes', () => {
  it('can be seen also where a tool is done at once', async () => {
    const scopes = [new Scope({ name: 'board', tools: [tool('mark', () => 'marked')] })]
    const region = <div role="group" aria-label="Board" data-ambit-scope="board" />
    const { screen } = await renderCopilot([], {}, { scopes }, region)
    const marks = new ActingMarks()
    await expect.element(screen.getByRole('group', { name: 'Board' })).toBeInTheDocument()
    // A tool may begin and end within one task.
    marks.show(new Set(['board']))
    marks.show(new Set())
    await new Promise(requestAnimationFrame)
    expect(board().element().hasAttribute('data-ambit-acting')).toBe(true)
    expect(getComputedStyle(board().element()).outlineWidth).toBe('2px')
    await expect.element(board()).not.toHaveAttribute('data-ambit-acting')
  })

  it('follows what comes to the page while the tool runs', async () => {
    const { promise: done, resolve: end } = Promise.withResolvers<string>()
    let show: () => void = () => undefined
    function Page(): ReactElement {
      const [isShown, setShown] = useState(false)
      show = () => setShown(true)
      return (
        <>
          {isShown && (
            <ScopeProvider name="details">
              <div role="group" aria-label="Board" data-ambit-scope="board" />
            </ScopeProvider>
          )}
        </>
      )
    }
    const scopes = [new Scope({ name: 'board', tools: [tool('open', () => (show(), done))] })]
    await renderCopilot([calls(call('open')), 'Done.'], {}, { scopes }, <Page />)
    await say('Open it')
    await expect.element(board()).toHaveAttribute('data-ambit-acting')
    end('opened')
    await expect.element(board()).not.toHaveAttribute('data-ambit-acting')
  })
})
