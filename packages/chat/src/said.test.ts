import type { ChatInput } from '@ambit/core'
import { describe, expect, it } from 'vitest'
import { quotedText, quotesIn, textOf } from './said.ts'

const text = (said: string, untrusted?: true) =>
  ({ type: 'text', text: said, ...(untrusted && { untrusted }) }) as const
const file = { type: 'file', data: 'YQ==' } as const

describe('what a user said', () => {
  const cases: [name: string, input: ChatInput, said: string, quotes: readonly string[]][] = [
    ['a text', '> mine', '> mine', []],
    ['a text with a file', [text('> mine'), file], '> mine', []],
    ['lines that begin with > after it', [text('Why?'), text('> it'), file], 'Why?', ['> it']],
    ['text of others, wherever', [text('a mail', true), text('Why?')], 'Why?', ['a mail']],
    ['several texts', [text('Why?'), text('When?')], 'Why?\nWhen?', []],
    ['only a file', [file], '', []],
  ]

  it.each(cases)('is told apart from what is quoted: %s', (_name, input, said, quotes) => {
    expect(textOf(input)).toBe(said)
    expect(quotesIn(input).map((part) => part.text)).toEqual(quotes)
  })

  it('has no mark in a quote for people', () => {
    expect(quotedText(text('> one\n> > two\n>\n> three'))).toBe('one\n> two\n\nthree')
  })
})
