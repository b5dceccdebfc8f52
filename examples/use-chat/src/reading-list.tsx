import { AgentScope, useTool } from 'ambit/react'
import { type ReactElement, useEffect, useState } from 'react'
import * as z from 'zod'

interface Book {
  readonly title: string
  readonly isRead: boolean
}

const key = 'reading-list'
const first: readonly Book[] = [
  { title: 'Middlemarch', isRead: true },
  { title: 'The Waves', isRead: false },
]
const named = z.object({ title: z.string().min(1).max(80) })

/** Shows the books, and lets the agent change them while they are shown. */
export function ReadingList(): ReactElement {
  const [books, setBooks] = useState(readBooks)
  useEffect(() => localStorage.setItem(key, JSON.stringify(books)), [books])
  return (
    <AgentScope name="books" label="Reading list" context={() => ({ books })}>
      <main>
        <h1>Reading list</h1>
        <ul aria-label="Books">
          {books.map(({ title, isRead }) => (
            <li key={title} data-read={isRead}>
              <span>{title}</span> <small>{isRead ? 'read' : 'to read'}</small>
            </li>
          ))}
        </ul>
        <BookTools books={books} onChange={setBooks} />
      </main>
    </AgentScope>
  )
}

type Props = {
  books: readonly Book[]
  onChange: (change: (books: readonly Book[]) => readonly Book[]) => void
}

function BookTools({ books, onChange }: Props): null {
  useTool({
    name: 'add_book',
    description: 'Add a book to the reading list.',
    parameters: named,
    handler: ({ title }) => {
      onChange((before) => [...before, { title, isRead: false }])
      return { added: title }
    },
  })
  useTool({
    name: 'find_prices',
    title: 'Find prices',
    description: 'Find the prices of the books.',
    effect: 'read',
    handler: async (_args, ctx) => {
      const prices: Record<string, string> = {}
      for (const [at, { title }] of books.entries()) {
        ctx.progress({ percent: Math.round((at / books.length) * 100), message: title })
        await pause(1_500, ctx.signal)
        prices[title] = `${title.length} €`
      }
      return prices
    },
  })
  useTool({
    name: 'clear_list',
    title: 'Clear the list',
    description: 'Take all books off the reading list.',
    effect: 'destructive',
    approval: { preview: () => `${books.length} books are taken off.` },
    handler: () => onChange(() => []),
  })
  return null
}

/** Resolves after a time. Rejects when the call is cancelled. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new Error('The search was stopped.'))
    })
  })

function readBooks(): readonly Book[] {
  const kept = localStorage.getItem(key)
  return kept === null ? first : (JSON.parse(kept) as readonly Book[])
}
