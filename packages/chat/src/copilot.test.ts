import { createAgent } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { scriptedModel } from '@ambit/testing'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Copilot, panel } from './copilot.tsx'
import { Header } from './frame/header.tsx'
import { Notice } from './frame/notice.tsx'
import { hostileCorpus } from '../test/hostile-corpus.ts'
import { Markdown } from './markdown/markdown.tsx'
import { Root } from './root.tsx'
import { EmptyState } from './transcript/empty-state.tsx'

const sources = import.meta.glob<string>(
  ['./**/*.ts', './**/*.tsx', '!./**/*test*', '!./**/hostile*'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)
const DANGEROUS = /innerHTML|outerHTML|insertAdjacent|srcdoc|\bstyle=|document\.write|\beval\(/i

describe('Copilot', () => {
  it('renders on a server what a page shows before the panel is fetched', async () => {
    const agent = createAgent({ model: scriptedModel([]) })
    // A server that has the panel renders the same as one that has not: the page that hydrates the
    // HTML has no panel yet.
    await panel.load()
    for (const form of ['popup', 'sidebar', 'inline'] as const) {
      const html = renderToString(
        createElement(AgentProvider, { agent }, createElement(Copilot, { form })),
      )
      expect(html).toContain('<textarea')
      expect(html).toContain('aria-label="Message"')
      expect(html.includes('aria-label="Open assistant"')).toBe(form !== 'inline')
    }
  })

  it('renders its parts on a server whole', () => {
    const agent = createAgent({ model: scriptedModel([]) })
    const suggestions = ['Add a task']
    const parts = [
      createElement(Notice, { key: 'notice', text: 'Rules answer.' }),
      createElement(EmptyState, { key: 'empty', start: { suggestions } }),
    ]
    const html = renderToString(
      createElement(AgentProvider, { agent }, createElement(Root, undefined, parts)),
    )
    expect(html).toContain('Rules answer.')
    expect(html).toContain('Add a task')
  })

  it('says what a part outside of a chat needs', () => {
    expect(() => renderToString(createElement(Header))).toThrow(/Put <Chat.Root> around it/)
  })

  it('W20 frames nothing and listens to no message of another window', () => {
    const files = Object.keys(sources).filter((file) =>
      /postMessage|iframe|addEventListener\('message|onmessage/i.test(sources[file] ?? ''),
    )
    // A worker of the chat's own, which no window can reach.
    expect(files).toEqual(['./composer/attachments/prepare-file.ts'])
  })

  it('W23 prints on a server what the policy allows: text, before the parser is there', () => {
    for (const text of hostileCorpus) {
      const html = renderToString(createElement(Markdown, { text }))
      const inner = html.replace(/^(?:<!--.*?-->|<template[^>]*><\/template>)*<div[^>]*>/, '')
      expect(inner.replaceAll(/<\/div>|<!--\/?\$!?-->/g, '')).not.toContain('<')
    }
  })

  it('W1 W8 has no way for text to become HTML, style or script', () => {
    expect(Object.keys(sources).length).toBeGreaterThan(40)
    const files = Object.keys(sources).filter((file) => DANGEROUS.test(sources[file] ?? ''))
    expect(files).toEqual([])
  })
})
