import { describe, expect, it } from 'vitest'
import type { McpResourceContent } from '../mcp/mcp-definitions.ts'
import { appUriOf, readAppPage } from './app-of-tool.ts'

const uriOf = (meta: Record<string, unknown>) =>
  appUriOf({
    name: 'a',
    definition: { name: 'a', inputSchema: {}, _meta: meta },
    visibility: ['model'],
  })
const mimeType = 'text/html;profile=mcp-app'
const read = (...contents: McpResourceContent[]) =>
  readAppPage(
    { readResource: () => Promise.resolve(contents) },
    'ui://a',
    new AbortController().signal,
  )

describe('appUriOf', () => {
  it('is the address of the app, by the current key or the one before', () => {
    expect(uriOf({ ui: { resourceUri: 'ui://a/b' } })).toBe('ui://a/b')
    expect(uriOf({ 'ui/resourceUri': 'ui://a' })).toBe('ui://a')
  })

  it('is undefined for any other address', () => {
    for (const uri of [undefined, 5, 'https://a.example', 'javascript:x', '']) {
      expect(uriOf({ ui: { resourceUri: uri } })).toBeUndefined()
    }
    expect(uriOf({ ui: 'x' })).toBeUndefined()
  })
})

describe('readAppPage', () => {
  it('reads text or bytes, and the declared origins', async () => {
    const csp = { connectDomains: ['https://a.example'] }
    const other = { uri: 'ui://a', mimeType: 'text/plain', text: 'x' }
    const page = { uri: 'ui://a', mimeType, text: '<p>', _meta: { ui: { csp } } }
    expect(await read(other, page)).toEqual({ html: '<p>', origins: csp })
    const blob = btoa(String.fromCodePoint(...new TextEncoder().encode('<p>ü')))
    expect(await read({ uri: 'ui://a', mimeType, blob })).toEqual({ html: '<p>ü', origins: {} })
  })

  it('rejects what is not a page of an app', async () => {
    await expect(read()).rejects.toThrow('no page')
    await expect(read({ uri: 'ui://a', mimeType: 'text/html', text: 'x' })).rejects.toThrow()
  })
})
