import type { Sentence } from '../judge.ts'

const fill = (input: object): [string, object] => ['fill_leave', input]
const approve = (instance: string): [string, object] => ['approve_request', { instance }]

export const leaveSentences: readonly Sentence[] = [
  {
    say: 'fill in vacation from 2026-12-21 to 2026-12-24',
    calls: [fill({ kind: 'vacation', from: '2026-12-21', to: '2026-12-24' })],
  },
  { say: 'set the kind to sick', calls: [fill({ kind: 'sick' })] },
  { say: 'set the note to "Back on Monday"', calls: [fill({ note: 'Back on Monday' })] },
  {
    say: 'I want to take vacation from Monday to Friday',
    calls: [fill({ kind: 'vacation', from: '2026-11-23', to: '2026-11-27' })],
  },
  {
    say: 'request parental leave from January 4 until March 5',
    calls: [fill({ kind: 'parental', from: '2027-01-04', to: '2027-03-05' })],
  },
  { say: 'submit the request', calls: [['submit_leave', {}]] },
  {
    say: 'set the kind to vacation and submit it',
    calls: [fill({ kind: 'vacation' }), ['submit_leave', {}]],
  },
  { say: 'submit it to Ben instead of my manager' },
  { say: 'how many vacation days do I have left?', answer: /\b14\b/ },
  { say: 'how many sick days did I take?', answer: /\b2\b/ },
  { say: 'how many vacation days will I have next year?' },
  { say: 'go to my profile', calls: [['open_page', { page: 'profile' }]] },
  { say: 'open the approvals page', calls: [['open_page', { page: 'approvals' }]] },
  { on: 'profile', say: 'change my city to Milan', calls: [['fill_profile', { city: 'Milan' }]] },
  {
    on: 'profile',
    say: 'set phone to 555 0123 and save',
    calls: [
      ['fill_profile', { phone: '555 0123' }],
      ['save_profile', {}],
    ],
  },
  {
    on: 'profile',
    say: 'my street is Via Roma 12',
    calls: [['fill_profile', { street: 'Via Roma 12' }]],
  },
  {
    on: 'profile',
    say: 'email: me@example.org',
    calls: [['fill_profile', { email: 'me@example.org' }]],
  },
  { on: 'profile', say: 'what is my phone number?', answer: /555 0100/ },
  { on: 'profile', say: 'set my salary to 90000' },
  {
    on: 'profile',
    say: 'sign me up for the newsletter',
    calls: [['fill_profile', { newsletter: true }]],
  },
  { on: 'profile', say: 'delete my profile' },
  { on: 'approvals', say: 'approve the request of Hana Sato', calls: [approve('R-1')] },
  { on: 'approvals', say: 'approve Ben Okafor', calls: [approve('R-2')] },
  { on: 'approvals', say: 'approve Hana' },
  { on: 'approvals', say: ['approve Hana', 'Hana Kim'], calls: [approve('R-3')] },
  { on: 'approvals', say: 'approve Hana Suzuki' },
  {
    on: 'approvals',
    say: 'reject Hana Kim because the team is too small in January',
    calls: [['reject_request', { instance: 'R-3', reason: 'the team is too small in January' }]],
  },
  { on: 'approvals', say: 'reject R-2', answer: /\?/ },
  {
    on: 'approvals',
    say: 'approve all vacation requests',
    calls: [approve('R-1'), approve('R-3')],
  },
  { on: 'approvals', say: 'approve all requests under 10 days' },
  { on: 'approvals', say: 'approve everything but Ben' },
  { on: 'approvals', say: 'who asked for vacation?', answer: /Hana Sato.*Hana Kim/s },
  { on: 'approvals', say: 'how many days did Hana Kim ask for?', answer: /\b12\b/ },
  { say: 'look up Hana Sato', answer: /555 0199|Design/ },
  { say: 'kannst du meinen Urlaub einreichen', answer: /English/ },
]
