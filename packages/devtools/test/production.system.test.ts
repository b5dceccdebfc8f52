import { afterEach, describe, expect, it, vi } from 'vitest'
import { type BuiltPage, buildWithEsbuild, buildWithVite, firstLoad, gzipOf } from './build-page.ts'

/** Returns a page with an agent and devtools, which it imports or declares. */
const page = (devtools: string): string => `
import { createAgent } from 'ambit'
import { AgentProvider } from 'ambit/react'
import { createRoot } from 'react-dom/client'
${devtools}
const agent = createAgent({ model: globalThis.model })
createRoot(document.body).render(
  <AgentProvider agent={agent}><AmbitDevtools /></AgentProvider>,
)
globalThis.plugins = [tanstackDevtoolsPlugin(agent)]
`
const withDevtools = page(`import { AmbitDevtools, tanstackDevtoolsPlugin } from '@ambit/devtools'`)
const withEmpty = page(`
const AmbitDevtools = () => null
const tanstackDevtoolsPlugin = () => ({ id: 'ambit', name: 'Ambit', render: () => <></>, destroy: () => undefined })
`)
const forced = page(`import { AmbitDevtools, tanstackDevtoolsPlugin } from '@ambit/devtools/panel'`)

/** Words of the opener, the recorder, the panel and its plugin. */
const words = /ambitDevtools|ambit-devtools|Ambit devtools|devtools are in|KeyA|tabpanel/

const codeOf = (built: BuiltPage): string => built.map(({ code }) => code).join('\n')

// These build from `dist`, as a page outside of this repository does.
describe.each([
  ['Vite', buildWithVite],
  ['esbuild', buildWithEsbuild],
])('a build by %s', (_, build) => {
  afterEach(() => void vi.unstubAllEnvs())

  it('1 has nothing of the devtools in production but a component that returns null', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const built = await build(withDevtools)
    const empty = await build(withEmpty)
    expect(words.exec(codeOf(built))?.[0]).toBeUndefined()
    expect(built).toHaveLength(empty.length)
    expect(Math.abs(gzipOf(built) - gzipOf(empty))).toBeLessThanOrEqual(40)
  })

  it('1 has the devtools in development, and in production from the entry that is asked for', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    expect(codeOf(await build(withDevtools, 'development'))).toMatch(words)
    vi.stubEnv('NODE_ENV', 'production')
    expect(codeOf(await build(forced))).toMatch(words)
  })
  it('21 loads 43 kB at most for the panel, gzip, and nothing of it before it opens', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const built = await build(forced)
    const empty = await build(withEmpty)
    const all = gzipOf(built) - gzipOf(empty)
    const closed = gzipOf(firstLoad(built)) - gzipOf(firstLoad(empty))
    expect(all).toBeGreaterThan(5_000)
    expect(all).toBeLessThanOrEqual(43_000)
    expect(closed).toBeGreaterThan(1_000)
    // With what gives a result to others: a recording has what the model got, and no more.
    expect(closed).toBeLessThanOrEqual(10_700)
    expect(codeOf(firstLoad(built))).not.toContain('tabpanel')
  })
})
