import { tool } from '../drive.ts'
import type { JudgedApp } from '../judge.ts'
import { dateOf, number, oneOf, text } from '../unlike/schemas.ts'
import { librarySentences } from './library-sentences.ts'

const names = ['Ines Kovac', 'Paul Adler', 'Greta Lund']

interface Book {
  readonly id: string
  readonly title: string
  readonly author: string
  readonly shelf: string
  readonly status: 'in' | 'on loan' | 'lost'
  readonly borrower?: string
  readonly due?: string
}

const shelved: readonly Book[] = [
  {
    id: 'B-11',
    title: 'Dune',
    author: 'Frank Herbert',
    shelf: 'SF-2',
    status: 'on loan',
    borrower: 'Ines Kovac',
    due: '2026-11-16',
  },
  { id: 'B-12', title: 'Emma', author: 'Jane Austen', shelf: 'CL-1', status: 'in' },
  {
    id: 'B-13',
    title: 'Persuasion',
    author: 'Jane Austen',
    shelf: 'CL-1',
    status: 'on loan',
    borrower: 'Paul Adler',
    due: '2026-11-27',
  },
  { id: 'B-14', title: 'The Hobbit', author: 'J. R. R. Tolkien', shelf: 'SF-1', status: 'in' },
  { id: 'B-15', title: 'Moby Dick', author: 'Herman Melville', shelf: 'CL-3', status: 'lost' },
]

const members = [
  { name: 'Ines Kovac', fine: 4.5, blocked: true },
  { name: 'Paul Adler', fine: 0, blocked: false },
  { name: 'Greta Lund', fine: 12, blocked: false },
]

/** The catalogue of a library with its loans, and a page of its members. */
export const library: JudgedApp = {
  name: 'library',
  effects: {
    open_page: 'go',
    filter_books: 'view',
    sort_books: 'view',
    count_visits: 'query',
    lend_book: 'write',
    take_back: 'write',
    renew_loan: 'write',
    reserve_book: 'write',
    add_book: 'write',
    remove_book: 'write',
    undo_change: 'write',
    add_member: 'write',
    record_payment: 'write',
    block_member: 'write',
    send_reminder: 'write',
  },
  sentences: librarySentences,
  open(start = 'catalogue') {
    let page = start
    let books = shelved
    const change = (id: unknown, next: Partial<Book>) => {
      books = books.map((book) => (book.id === id ? { ...book, ...next } : book))
    }
    return {
      tools: () => [
        tool('open_page', 'Open another page.', { page: oneOf(['catalogue', 'members']) }),
        ...(page === 'members' ? memberTools() : bookTools()),
      ],
      unavailable: () =>
        page === 'members'
          ? { lend_book: 'It is on the catalogue page', take_back: 'It is on the catalogue page' }
          : {
              record_payment: 'It is on the members page',
              send_reminder: 'It is on the members page',
            },
      context: () =>
        page === 'members' ? { members, currency: 'EUR' } : { catalogue: { books, rows: 5 } },
      run: (name, input) => {
        if (name === 'open_page') page = String(input['page'])
        if (name === 'take_back') change(input['book'], { status: 'in', borrower: '', due: '' })
        if (name === 'lend_book') {
          const due = input['due'] ? String(input['due']) : '2026-12-18'
          change(input['book'], { status: 'on loan', borrower: String(input['member']), due })
        }
        if (name === 'remove_book') books = books.filter(({ id }) => id !== input['book'])
        if (name === 'count_visits') return { visits: 318 }
        return { ok: true }
      },
    }
  },
}

function bookTools() {
  const book = text('Id of the book, such as B-11')
  const member = oneOf(names, 'The member')
  return [
    tool('lend_book', 'Lend a book to a member.', { book, member, 'due?': dateOf('date') }),
    tool('take_back', 'Take back a book that was on loan.', { book }),
    tool('renew_loan', 'Renew the loan of a book.', { book, 'until?': dateOf('date') }),
    tool('reserve_book', 'Reserve a book for a member.', { book, member }),
    tool('add_book', 'Add a book to the catalogue.', {
      title: text('Title of the book'),
      author: text('Name of the author'),
      'shelf?': text('Shelf, such as CL-1'),
    }),
    tool('remove_book', 'Remove a book from the catalogue.', { book }),
    tool('filter_books', 'Show only some of the books.', {
      'author?': text('Name of the author'),
      'status?': oneOf(['in', 'on loan', 'lost']),
      'text?': text('Part of the title'),
    }),
    tool('sort_books', 'Sort the list of books.', {
      by: oneOf(['title', 'author', 'due']),
      'descending?': { type: 'boolean', description: 'Last first' },
    }),
    tool('undo_change', 'Undo the last change.'),
  ]
}

function memberTools() {
  const member = oneOf(names, 'The member')
  return [
    tool('add_member', 'Add a member.', { name: text('Full name'), 'email?': text('Email') }),
    tool('record_payment', 'Record that a member paid a fine.', {
      member,
      amount: number('Amount in EUR'),
    }),
    tool('block_member', 'Block or unblock a member.', { member, blocked: { type: 'boolean' } }),
    tool('send_reminder', 'Send a reminder to a member by email.', {
      member,
      message: text('The text of the email'),
    }),
    tool('count_visits', 'Count the visits to the library.', {
      'from?': dateOf('date'),
      'to?': dateOf('date'),
    }),
  ]
}
