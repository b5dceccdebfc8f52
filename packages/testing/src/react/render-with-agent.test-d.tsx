import type { Agent } from '@ambit/core'
import { describe, expectTypeOf, it } from 'vitest'
import { render, type RenderResult } from 'vitest-browser-react'
import type { ScriptedModel } from '../scripted-model.ts'
import type { Page } from './render-on-page.tsx'
import { renderWithAgent } from './render-with-agent.tsx'

describe('renderWithAgent', () => {
  it('gives the agent, its model, and what was rendered', async () => {
    const own = await renderWithAgent(<p />)
    expectTypeOf(own.agent).toEqualTypeOf<Agent>()
    expectTypeOf(own.model).toEqualTypeOf<ScriptedModel>()
    expectTypeOf(own.rerender).toEqualTypeOf<Page['rerender']>()
  })

  it('has what the given `render` returns', async () => {
    const page = await renderWithAgent(<p />, { render })
    expectTypeOf(page.getByText).toEqualTypeOf<RenderResult['getByText']>()
    expectTypeOf(page.agent).toEqualTypeOf<Agent>()
    expectTypeOf(page).not.toHaveProperty('nothing')
  })
})
