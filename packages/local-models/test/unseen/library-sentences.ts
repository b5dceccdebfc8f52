import type { Sentence } from '../judge.ts'

export const librarySentences: readonly Sentence[] = [
  {
    say: 'lend Emma to Paul Adler',
    calls: [['lend_book', { book: 'B-12', member: 'Paul Adler' }]],
  },
  {
    say: 'could you please lend the hobbit to greta until 4 December?',
    calls: [['lend_book', { book: 'B-14', member: 'Greta Lund', due: '2026-12-04' }]],
  },
  { say: 'Dune came back', calls: [['take_back', { book: 'B-11' }]] },
  { say: 'who has persuasion?', answer: /Paul/ },
  { say: 'how many books are on loan?', answer: /\b(2|two)\b/i },
  { say: 'which books are overdue?', answer: /^(?!.*Persuasion).*Dune/s },
  {
    say: 'renew Persuasion till dec 11',
    calls: [['renew_loan', { book: 'B-13', until: '2026-12-11' }]],
  },
  {
    say: 'show only jane austen',
    calls: [['filter_books', { author: 'Jane Austen' }]],
    or: [[['filter_books', { text: 'Jane Austen' }]]],
  },
  {
    say: 'sort by due date, latest first',
    calls: [['sort_books', { by: 'due', descending: true }]],
  },
  {
    say: ['show only books by Jane Austen', 'reserve the second one for Ines'],
    calls: [
      ['filter_books', { author: 'Jane Austen' }],
      ['reserve_book', { book: 'B-13', member: 'Ines Kovac' }],
    ],
  },
  {
    say: 'add Middlemarch by George Eliot on shelf CL-2',
    calls: [['add_book', { title: 'Middlemarch', author: 'George Eliot', shelf: 'CL-2' }]],
  },
  { say: 'remvoe Moby Dick', calls: [['remove_book', { book: 'B-15' }]] },
  {
    say: ['lend Emma to Ines', 'undo that'],
    calls: [
      ['lend_book', { book: 'B-12', member: 'Ines Kovac' }],
      ['undo_change', {}],
    ],
  },
  {
    say: 'Greta paid 12 euros',
    calls: [['record_payment', { member: 'Greta Lund', amount: 12 }]],
  },
  { say: 'how much does Ines owe?', on: 'members', answer: /4[.,]5/ },
  {
    say: 'block everyone with a fine over 10',
    on: 'members',
    calls: [['block_member', { member: 'Greta Lund', blocked: true }]],
  },
  {
    say: 'unblock ines',
    on: 'members',
    calls: [['block_member', { member: 'Ines Kovac', blocked: false }]],
  },
  {
    say: 'send Paul a reminder saying "Please bring back Persuasion"',
    on: 'members',
    calls: [['send_reminder', { member: 'Paul Adler', message: 'Please bring back Persuasion' }]],
  },
  { say: 'throw out every book that nobody has borrowed this year' },
  {
    say: 'renew all loans',
    calls: [
      ['renew_loan', { book: 'B-11' }],
      ['renew_loan', { book: 'B-13' }],
    ],
  },
  { say: 'order a new copy of Moby Dick from the publisher' },
  { say: 'wer hat Dune ausgeliehen?', answer: /Ines/ },
  { say: "thanks, you're great!", answer: /\S/ },
  { say: 'lend Emma', answer: /\?/ },
  {
    say: 'take back dune and lend it to Greta',
    calls: [
      ['take_back', { book: 'B-11' }],
      ['lend_book', { book: 'B-11', member: 'Greta Lund' }],
    ],
  },
]
