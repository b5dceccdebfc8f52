import type { Sentence } from '../judge.ts'

export const kanbanSentences: readonly Sentence[] = [
  {
    say: 'move "Upgrade Postgres" to done',
    calls: [['move_card', { instance: 'C-3', column: 'done' }]],
  },
  {
    say: 'Move upgrade postgres to doing please',
    calls: [['move_card', { instance: 'C-3', column: 'doing' }]],
  },
  { say: 'delete the release notes card', calls: [['delete_card', { instance: 'C-2' }]] },
  { say: 'move C-1 to review', calls: [['move_card', { instance: 'C-1', column: 'review' }]] },
  { say: 'Delete C-2', calls: [['delete_card', { instance: 'C-2' }]] },
  { say: 'add "Rotate keys"', calls: [['add_card', { title: 'Rotate keys' }]] },
  {
    say: 'create a task to renew the TLS certificate, high priority, for Jonas',
    calls: [
      ['add_card', { title: 'renew the TLS certificate', priority: 'high', assignee: 'Jonas' }],
    ],
  },
  { say: 'Rename C-1 to Fix logout' },
  {
    say: 'Add Lena to the team as a designer',
    calls: [['add_member', { name: 'Lena', role: 'designer' }]],
  },
  { say: 'how many cards did we close in the last 6 weeks?', answer: /\b11\b/ },
  { say: 'Show the velocity', answer: /\b11\b/ },
  { say: 'remove the limit on doing' },
  { say: 'unassign C-1' },
  { say: 'who is working on Postgres?', answer: /Priya/ },
  { say: "what's in the backlog?", answer: /Upgrade Postgres.*Onboarding emails/s },
  { say: 'show only high priority cards', calls: [['filter_board', { priority: 'high' }]] },
  { say: "show only Mara's cards", calls: [['filter_board', { assignee: 'Mara' }]] },
  { say: 'clear the filter', calls: [['clear_filter', {}]] },
  {
    say: 'set the limit of review to 3',
    calls: [['set_limit', { column: 'review', limit: 3 }]],
  },
  { say: 'go to the report', calls: [['open_page', { page: 'report' }]] },
  {
    say: 'move everything in review to done',
    calls: [['move_card', { instance: 'C-2', column: 'done' }]],
  },
  {
    say: ['move the login card to done', 'Fix login redirect'],
    calls: [['move_card', { instance: 'C-1', column: 'done' }]],
  },
  {
    say: 'assign the onboarding card to Priya',
    calls: [['assign_card', { instance: 'C-4', person: 'Priya' }]],
  },
  { say: 'give Upgrade Postgres to Tom' },
  {
    say: ['move Release notes to done', 'undo that'],
    calls: [
      ['move_card', { instance: 'C-2', column: 'done' }],
      ['undo_last', {}],
    ],
  },
  { say: 'delete all cards except the release notes' },
  { say: 'mvoe C-4 to doing', calls: [['move_card', { instance: 'C-4', column: 'doing' }]] },
  { say: 'delete the card of Fred' },
  { say: 'hello, what can you do?', answer: /add a card/i },
  { say: 'move Upgrade Kafka to done' },
  { say: 'which cards are high priority?', answer: /Fix login redirect.*Upgrade Postgres/s },
  {
    say: 'make onboarding emails urgent',
    calls: [['set_priority', { instance: 'C-4', priority: 'high' }]],
  },
  { say: 'delete cards older than two weeks' },
  { say: 'add three cards', answer: /\?/ },
]
