import type { Sentence } from '../judge.ts'

export const repairsSentences: readonly Sentence[] = [
  { say: 'hi there', answer: /hello|\bhi\b|help|can/i },
  {
    say: 'assign the dripping tap to pavel',
    calls: [['assign_worker', { request: 'R-301', worker: 'Pavel' }]],
  },
  { say: 'show only urgent ones', calls: [['filter_requests', { priority: 'urgent' }]] },
  { say: 'how many requests are open?', answer: /\b23\b/ },
  { say: 'who is working on the toilet?', answer: /Pavel/ },
  {
    say: 'the radiator in 3B is urgent',
    calls: [['set_priority', { request: 'R-304', priority: 'urgent' }]],
  },
  { say: 'close R-306', calls: [['close_request', { request: 'R-306' }]] },
  {
    say: 'the hot water works again, close it',
    calls: [['close_request', { request: 'R-302' }]],
    or: [[['close_request', { request: 'R-302', note: 'the hot water works again' }]]],
  },
  {
    say: 'new request: flat 4C, the window doesnt close',
    calls: [['new_request', { flat: '4C', what: 'the window doesnt close' }]],
    or: [
      [['new_request', { flat: '4C', what: 'the window doesnt close', trade: 'other' }]],
      [['new_request', { flat: '4C', what: 'window doesnt close' }]],
    ],
  },
  {
    say: 'send someone to flat 5a tomorrow at 9',
    calls: [['book_visit', { request: 'R-306', at: '2026-11-21T09:00' }]],
    or: [[['book_visit', { request: 'R-306', at: '2026-11-21T09:00:00' }]]],
  },
  {
    say: 'message Tom Becker: Selma will call you today',
    calls: [['message_tenant', { request: 'R-302', message: 'Selma will call you today' }]],
  },
  // She has two requests, of which one is closed.
  {
    say: 'tell Nadia that we come on monday',
    answer: /which|R-30/i,
    or: [[['message_tenant', { request: 'R-301', message: 'we come on monday' }]]],
  },
  { say: 'what is wrong in 1B?', answer: /light/i, may: ['filter_requests'] },
  { say: 'who lives in 5A', answer: /Ebru/, may: ['filter_requests'] },
  { say: 'reopen the front door one', calls: [['reopen_request', { request: 'R-305' }]] },
  { say: 'dont close the radiator request', answer: /./ },
  {
    say: 'mark everything as done',
    answer: /\?|only|shown|page|not|n['’]t|57/i,
    or: [
      ['R-301', 'R-302', 'R-303', 'R-304', 'R-306'].map((request) => [
        'close_request',
        { request },
      ]),
    ],
  },
  {
    say: 'which requests are for heating?',
    answer: /hot water.*Radiator|R-302.*R-304/is,
    may: ['filter_requests'],
  },
  {
    say: 'give the broken light to ute and make it urgent',
    calls: [
      ['assign_worker', { request: 'R-303', worker: 'Ute' }],
      ['set_priority', { request: 'R-303', priority: 'urgent' }],
    ],
  },
  {
    say: 'asign selma to the radiator',
    calls: [['assign_worker', { request: 'R-304', worker: 'Selma' }]],
  },
  { say: 'when was the tap reported?', answer: /\b18\b/ },
  { say: 'can you repair my sink' },
  { say: 'how long does a repair take on average?' },
  {
    say: ['show me the plumbing ones', 'give the first one to Pavel'],
    calls: [
      ['filter_requests', { trade: 'plumbing' }],
      ['assign_worker', { request: 'R-301', worker: 'Pavel' }],
    ],
  },
  { say: 'is ute here today?', on: 'workers', answer: /25|away|\bno\b/i },
  {
    say: 'pavel is away until wednesday',
    on: 'workers',
    calls: [['set_away', { worker: 'Pavel', until: '2026-11-25' }]],
  },
  { say: 'which worker has the most jobs?', on: 'workers', answer: /Pavel(?!.*Selma)/s },
  { say: 'how many jobs did selma do since october 1?', on: 'workers', answer: /\b31\b/ },
  {
    say: 'add a new electrician, Bogdan Ilic, 0151 2345',
    on: 'workers',
    calls: [['add_worker', { name: 'Bogdan Ilic', trade: 'electric', phone: '0151 2345' }]],
  },
  { say: 'fire pavel', on: 'workers' },
  {
    say: 'put up a notice that the lift is out until tuesday',
    calls: [['post_notice', { title: 'the lift is out', until: '2026-11-24' }]],
    or: [
      [['post_notice', { title: 'lift is out', until: '2026-11-24' }]],
      [['post_notice', { title: 'the lift is out until tuesday', until: '2026-11-24' }]],
      [['post_notice', { title: 'the lift is out until tuesday' }]],
    ],
  },
  {
    say: 'take down the notice about the water',
    on: 'notices',
    calls: [['take_down', { notice: 1 }]],
  },
  { say: 'until when is the water off?', on: 'notices', answer: /23|Monday/ },
]
