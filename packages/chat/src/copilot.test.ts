import { createAgent } from '@ambit/core'
import { AgentProvider } from '@ambit/react'
import { scriptedModel } from '@ambit/testing'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Copilot } from './copilot.tsx'
import { Header } from './frame/header.tsx'
import { hostileCorpus } from './markdown/hostile-corpus.ts'
import { Markdown } from './markdown/markdown.tsx'

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
  it('renders on a server', () => {
    const agent = createAgent({ model: scriptedModel([]) })
    const props = { suggestions: ['Add a task'], notice: 'Rules answer.' }
    const html = renderToString(
      createElement(AgentProvider, { agent }, createElement(Copilot, props)),
    )
    expect(html).toContain('Rules answer.')
    expect(html).toContain('Add a task')
  })

  it('says what a part outside of a chat needs', () => {
    expect(() => renderToString(createElement(Header))).toThrow(/Put <Chat> around your parts/)
  })

  it('W20 frames nothing and listens to no message of another window', () => {
    const files = Object.keys(sources).filter((file) =>
      /postMessage|iframe|addEventListener\('message|onmessage/i.test(sources[file] ?? ''),
    )
    expect(files).toEqual([])
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
