import { tool } from '../drive.ts'
import type { JudgedApp } from '../judge.ts'
import { dateOf, oneOf, text } from '../unlike/schemas.ts'
import { repairsSentences } from './repairs-sentences.ts'

const flats = ['1B', '2A', '3B', '4C', '5A']
const trades = ['plumbing', 'heating', 'electric', 'other']
const names = ['Selma', 'Pavel', 'Ute']

const requestOf = (
  id: string,
  flat: string,
  tenant: string,
  what: string,
  trade: string,
  state: string,
  reported: string,
) => ({ id, flat, tenant, what, trade, state, reported, priority: 'normal', worker: '' })

const all = [
  requestOf('R-301', '2A', 'Nadia Rahimi', 'Dripping kitchen tap', 'plumbing', 'new', '2026-11-18'),
  {
    ...requestOf('R-302', '4C', 'Tom Becker', 'No hot water', 'heating', 'assigned', '2026-11-19'),
    priority: 'urgent',
    worker: 'Selma',
  },
  requestOf('R-303', '1B', 'Lucia Moretti', 'Broken light', 'electric', 'new', '2026-11-12'),
  requestOf('R-304', '3B', 'Hugo Stein', 'Radiator stays cold', 'heating', 'new', '2026-11-20'),
  {
    ...requestOf('R-305', '2A', 'Nadia Rahimi', 'Front door sticks', 'other', 'done', '2026-11-03'),
    worker: 'Pavel',
  },
  {
    ...requestOf(
      'R-306',
      '5A',
      'Ebru Yilmaz',
      'Toilet leaks',
      'plumbing',
      'assigned',
      '2026-11-17',
    ),
    worker: 'Pavel',
  },
]

/** The repair desk of an apartment house: 57 requests, of which a page shows six, and who works. */
export const repairs: JudgedApp = {
  name: 'repair desk',
  effects: { go_to: 'go', filter_requests: 'view', count_jobs: 'query' },
  sentences: repairsSentences,
  open(start = 'requests') {
    let page = start
    let requests = all
    let filter: Record<string, unknown> = {}
    const shown = () =>
      requests.filter((each) =>
        Object.entries(filter).every(([key, value]) => Object(each)[key] === value),
      )
    return {
      tools: () => [
        tool('go_to', 'Go to a page.', { page: oneOf(['requests', 'workers', 'notices']) }),
        ...(page === 'requests' ? requestTools() : []),
        ...(page === 'workers' ? workerTools() : []),
        ...(page === 'notices' ? noticeTools() : []),
      ],
      context: () => {
        if (page === 'notices') {
          return { notices: [{ id: 1, title: 'Water off on Monday', until: '2026-11-23' }] }
        }
        if (page === 'workers') {
          return {
            workers: [
              { name: 'Selma', trade: 'heating', jobs: 4 },
              { name: 'Pavel', trade: 'plumbing', jobs: 7 },
              { name: 'Ute', trade: 'electric', jobs: 0, awayUntil: '2026-11-25' },
            ],
          }
        }
        const isAll = Object.keys(filter).length === 0
        const counts = isAll ? { count: 57, open: 23, pages: 10 } : { count: shown().length }
        return { requests: { filter, ...counts, requests: shown() } }
      },
      run: (name, input) => {
        if (name === 'go_to') page = String(input['page'])
        if (name === 'close_request') {
          requests = requests.map((each) =>
            each.id === input['request'] ? { ...each, state: 'done' } : each,
          )
        }
        if (name === 'filter_requests') {
          filter = input
          return { count: shown().length, requests: shown() }
        }
        if (name === 'count_jobs') return { jobs: 31 }
        return { ok: true }
      },
    }
  },
}

function requestTools() {
  const request = text('Id of the request, such as R-301')
  return [
    tool('new_request', 'Enter a repair request of a tenant.', {
      flat: oneOf(flats),
      what: text('What is broken'),
      'trade?': oneOf(trades),
      'urgent?': { type: 'boolean' },
    }),
    tool('assign_worker', 'Give a request to a worker.', { request, worker: oneOf(names) }),
    tool('set_priority', 'Set how urgent a request is.', {
      request,
      priority: oneOf(['normal', 'urgent']),
    }),
    tool('close_request', 'Close a request that is done.', { request, 'note?': text() }),
    tool('reopen_request', 'Open a closed request again.', { request }),
    tool('book_visit', 'Book the visit of the worker in the flat.', {
      request,
      at: dateOf('date-time'),
    }),
    tool('message_tenant', 'Send the tenant of a request a message.', {
      request,
      message: text('What the tenant reads'),
    }),
    tool('filter_requests', 'Show only some requests, or all of them.', {
      'state?': oneOf(['new', 'assigned', 'done']),
      'trade?': oneOf(trades),
      'flat?': oneOf(flats),
      'priority?': oneOf(['normal', 'urgent']),
    }),
  ]
}

function workerTools() {
  const worker = oneOf(names)
  return [
    tool('add_worker', 'Add a worker.', {
      name: text('Full name'),
      trade: oneOf(trades),
      'phone?': text('Phone number'),
    }),
    tool('set_away', 'Say that a worker is away.', { worker, until: dateOf('date') }),
    tool('count_jobs', 'Count the jobs that were done.', {
      'worker?': worker,
      'since?': dateOf('date'),
    }),
  ]
}

function noticeTools() {
  return [
    tool('post_notice', 'Post a notice for all tenants.', {
      title: text('What it says'),
      'until?': dateOf('date'),
    }),
    tool('take_down', 'Take a notice down.', { notice: { type: 'integer' } }),
  ]
}
