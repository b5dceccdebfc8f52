import { AgentError, createAgent } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as panel from './panel.ts'
import * as production from './production.ts'

const agent = createAgent({ model: scriptedModel([]) })

describe('the devtools in a production build', () => {
  afterEach(() => void vi.unstubAllEnvs())

  it('throw, and say what to do', () => {
    vi.stubEnv('NODE_ENV', 'production')
    const element = createElement(panel.AmbitDevtools, { agents: [agent] })
    expect(() => renderToString(element)).toThrow(AgentError)
    expect(() => renderToString(element)).toThrow('everyone can read the prompts')
    expect(() => panel.tanstackDevtoolsPlugin(agent)).toThrow('set `force`')
  })

  it('are there with `force`, and in another build', () => {
    vi.stubEnv('NODE_ENV', 'production')
    const forced = createElement(panel.AmbitDevtools, { agents: [agent], force: true })
    expect(renderToString(forced)).toBe('')
    expect(panel.tanstackDevtoolsPlugin(agent, { force: true }).id).toBe('ambit')
    vi.stubEnv('NODE_ENV', 'development')
    expect(renderToString(createElement(panel.AmbitDevtools, { agents: [agent] }))).toBe('')
  })

  it('are empty by the entry of production', () => {
    vi.stubEnv('NODE_ENV', 'production')
    expect(renderToString(createElement(production.AmbitDevtools, { agents: [agent] }))).toBe('')
    expect(Object.keys(production).toSorted()).toEqual(Object.keys(panel).toSorted())
    expect(Object.keys(production.tanstackDevtoolsPlugin(agent))).toEqual(
      Object.keys(panel.tanstackDevtoolsPlugin(agent, { force: true })),
    )
  })
})
