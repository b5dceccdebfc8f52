import { tool } from '../drive.ts'
import type { JudgedApp } from '../judge.ts'
import { dateOf, instanceOf, number, oneOf, text, whole } from '../unlike/schemas.ts'
import { runningSentences } from './running-sentences.ts'

const names = ['Birgit Holm', 'Yusuf Demir', 'Anna Lopez', 'Carl Weiss', 'Mei Tanaka']

const eventOf = (
  id: string,
  title: string,
  kind: 'training' | 'race',
  date: string,
  km: number,
  place: string,
  places: number,
  taken: number,
) => ({ id, title, kind, date, km, place, places, taken })

const events = [
  {
    ...eventOf('E-1', 'Sunday long run', 'training', '2026-11-22', 18, 'Boat house', 30, 21),
    coach: 'Yusuf Demir',
  },
  {
    ...eventOf('E-2', 'Track session', 'training', '2026-11-24', 8, 'Stadium', 20, 20),
    coach: 'Birgit Holm',
  },
  {
    ...eventOf('E-5', 'Beginners run', 'training', '2026-11-26', 4, 'City park', 15, 6),
    coach: 'Yusuf Demir',
  },
  {
    ...eventOf('E-3', 'Winter Half Marathon', 'race', '2026-12-06', 21.1, 'Harbour', 150, 98),
    fee: 35,
  },
  { ...eventOf('E-6', 'Night trail', 'race', '2026-12-11', 12, 'Castle hill', 60, 0), fee: 25 },
  { ...eventOf('E-4', 'Santa Run', 'race', '2026-12-19', 5, 'Old town', 200, 143), fee: 12 },
]

const members = names.map((name, at) => ({
  id: `M-${at + 1}`,
  name,
  paid: at !== 2 && at !== 3,
  shirt: ['M', 'L', 'M', 'L', 'XS'][at],
}))

const results = [
  { runner: 'Mei Tanaka', race: 'City 10k', time: '38:42', place: 1 },
  { runner: 'Birgit Holm', race: 'City 10k', time: '44:05', place: 7 },
  { runner: 'Carl Weiss', race: 'Hill 5k', time: '21:30', place: 3 },
]

/** The events of a running club, each with tools of its own card, its members and results. */
export const running: JudgedApp = {
  name: 'running club',
  effects: { open_page: 'go', filter_events: 'view', sort_results: 'view', best_time: 'query' },
  sentences: runningSentences,
  open(start = 'events') {
    let page = start
    let kind: unknown
    let here = members
    const shown = () => events.filter((each) => (kind ?? each.kind) === each.kind)
    return {
      tools: () => [
        tool('open_page', 'Open another page.', { page: oneOf(['events', 'members', 'results']) }),
        ...(page === 'events' ? eventTools(shown()) : []),
        ...(page === 'members' ? memberTools() : []),
        ...(page === 'results' ? resultTools() : []),
      ],
      context: () => {
        if (page === 'results') return { results: { results } }
        if (page === 'members') return { members: { count: 112, pages: 23, members: here } }
        return { events: kind ? { kind, events: shown() } : { count: 19, pages: 4, events } }
      },
      run: (name, input) => {
        if (name === 'open_page') page = String(input['page'])
        if (name === 'remove_member') here = here.filter(({ id }) => id !== input['member'])
        if (name === 'best_time') return { time: '38:42' }
        if (name === 'filter_events') {
          kind = input['kind']
          return { events: shown() }
        }
        return { ok: true }
      },
    }
  },
}

function eventTools(shown: typeof events) {
  const instance = instanceOf(Object.fromEntries(shown.map(({ id, title }) => [id, title])))
  const who = { 'member?': oneOf(names, 'Left out: the person who asks') }
  return [
    tool('sign_up', 'Sign somebody up for an event.', { instance, ...who }),
    tool('withdraw', 'Take somebody off the list of an event.', { instance, ...who }),
    tool('move_event', 'Move an event to another day.', { instance, to: dateOf('date') }),
    tool('set_places', 'Set how many can take part.', { instance, places: whole() }),
    tool('cancel_event', 'Cancel an event and tell those who signed up.', {
      instance,
      'reason?': text(),
    }),
    tool('create_event', 'Create an event.', {
      title: text(),
      date: dateOf('date'),
      'km?': number('Length in km'),
      'place?': text('Where it starts'),
    }),
    tool('filter_events', 'Show only trainings or races, or both.', {
      'kind?': oneOf(['training', 'race']),
    }),
  ]
}

function memberTools() {
  const member = text('Id of the member, such as M-1')
  return [
    tool('add_member', 'Add a member to the club.', { name: text(), 'email?': text() }),
    tool('remove_member', 'Remove a member from the club.', { member }),
    tool('mark_paid', 'Mark that a member paid for this year.', { member }),
    tool('set_shirt', 'Set the size of the shirt of a member.', {
      member,
      size: oneOf(['XS', 'S', 'M', 'L', 'XL']),
    }),
    tool('email_members', 'Send an email to a group of members.', {
      group: oneOf(['all', 'unpaid', 'coaches']),
      message: text(),
    }),
  ]
}

function resultTools() {
  return [
    tool('record_result', 'Record the time of a runner in a race.', {
      runner: oneOf(names),
      race: text(),
      time: text('Such as 42:10'),
    }),
    tool('sort_results', 'Sort the results.', { by: oneOf(['time', 'runner', 'race']) }),
    tool('best_time', 'Read the best time of a runner.', { runner: oneOf(names) }),
  ]
}
