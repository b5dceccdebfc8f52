import type { Sentence } from '../judge.ts'

/** More sentences for the applications of `test/unlike`, by the name of each application. */
export const knownSentences: Readonly<Record<string, readonly Sentence[]>> = {
  'kanban board': [
    {
      say: 'put release notes back into doing',
      calls: [['move_card', { instance: 'C-2', column: 'doing' }]],
    },
    { say: 'whats in review?', answer: /Release notes/ },
    {
      say: 'add a card: write the changelog, low prio',
      calls: [['add_card', { title: 'write the changelog', priority: 'low' }]],
    },
    {
      say: 'assign everything in the backlog to Jonas',
      calls: [
        ['assign_card', { instance: 'C-3', person: 'Jonas' }],
        ['assign_card', { instance: 'C-4', person: 'Jonas' }],
      ],
    },
    {
      say: 'move the second card in the backlog to doing',
      calls: [['move_card', { instance: 'C-4', column: 'doing' }]],
    },
    { say: 'how many cards does Mara have?', answer: /\b(2|two)\b/i },
    {
      say: 'move Relase notes to done',
      calls: [['move_card', { instance: 'C-2', column: 'done' }]],
    },
    { say: 'which card has nobody on it?', answer: /Onboarding emails/ },
    {
      say: 'finish the onboarding card',
      calls: [['move_card', { instance: 'C-4', column: 'done' }]],
    },
    {
      say: 'lower the priority of Upgrade Postgres to medium and give it to Mara',
      calls: [
        ['set_priority', { instance: 'C-3', priority: 'medium' }],
        ['assign_card', { instance: 'C-3', person: 'Mara' }],
      ],
    },
    {
      say: 'can you set a limit of 4 for doing and 2 for review',
      calls: [
        ['set_limit', { column: 'doing', limit: 4 }],
        ['set_limit', { column: 'review', limit: 2 }],
      ],
    },
    { say: 'please attach a screenshot to C-1' },
    { say: 'how many cards did we close last week?', answer: /\b[47]\b/ },
    {
      say: ['add "Book the venue" for Priya', 'make it high priority'],
      calls: [
        ['add_card', { title: 'Book the venue', assignee: 'Priya' }],
        ['set_priority', { instance: 'C-6', priority: 'high' }],
      ],
    },
    {
      say: 'schiebe C-4 nach doing',
      calls: [['move_card', { instance: 'C-4', column: 'doing' }]],
    },
  ],
  'back office of a shop': [
    { say: 'what is the capital of Portugal?' },
    { say: 'call the supplier and shout at him until he delivers' },
  ],
  'bookings of a clinic': [
    { say: 'my back hurts, what should I take?' },
    { say: 'park my car closer to the entrance' },
  ],
  'mail client': [
    { say: 'good morning! did you sleep well?', answer: /\S/ },
    { say: 'translate the last episode of my favourite show into latin' },
  ],
  'analytics dashboard': [
    { say: 'bet 50 euros on the traffic going up' },
    { say: 'fire the marketing team' },
  ],
  'staff portal of forms': [
    { say: 'write my resignation as a rap song' },
    { say: 'is my boss angry with me?' },
  ],
}
