import { tool } from '../drive.ts'
import type { JudgedApp } from '../judge.ts'
import { kanbanSentences } from './kanban-sentences.ts'
import { instanceOf, oneOf, text, whole } from './schemas.ts'

const columns = ['backlog', 'doing', 'review', 'done']
const members = ['Mara', 'Jonas', 'Priya']

/** A board whose cards are instances, and a page with a report. */
export const kanban: JudgedApp = {
  name: 'kanban board',
  effects: {
    open_page: 'go',
    filter_board: 'view',
    clear_filter: 'view',
    show_velocity: 'query',
    add_card: 'write',
    move_card: 'write',
    delete_card: 'write',
    assign_card: 'write',
    set_priority: 'write',
    set_limit: 'write',
    add_member: 'write',
    undo_last: 'write',
  },
  sentences: kanbanSentences,
  open(start = 'board') {
    let page = start
    let next = 6
    let cards = [
      {
        id: 'C-1',
        title: 'Fix login redirect',
        column: 'doing',
        assignee: 'Mara',
        priority: 'high',
      },
      { id: 'C-2', title: 'Release notes', column: 'review', assignee: 'Jonas', priority: 'low' },
      {
        id: 'C-3',
        title: 'Upgrade Postgres',
        column: 'backlog',
        assignee: 'Priya',
        priority: 'high',
      },
      {
        id: 'C-4',
        title: 'Onboarding emails',
        column: 'backlog',
        assignee: '',
        priority: 'medium',
      },
      { id: 'C-5', title: 'Login page copy', column: 'done', assignee: 'Mara', priority: 'low' },
    ]
    return {
      tools: () => {
        const instance = instanceOf(Object.fromEntries(cards.map(({ id, title }) => [id, title])))
        const open = tool('open_page', 'Open another page.', { page: oneOf(['board', 'report']) })
        if (page === 'report') {
          const weeks = { 'weeks?': whole('The last weeks to count') }
          return [open, tool('show_velocity', 'Count the cards closed each week.', weeks)]
        }
        return [
          open,
          tool('add_card', 'Add a card to the board.', {
            title: text('What has to be done'),
            'column?': oneOf(columns),
            'priority?': oneOf(['low', 'medium', 'high']),
            'assignee?': oneOf(members),
          }),
          tool('move_card', 'Move a card to another column.', { instance, column: oneOf(columns) }),
          tool('delete_card', 'Delete a card for good.', { instance }),
          tool('assign_card', 'Give a card to a member of the team.', {
            instance,
            person: oneOf(members),
          }),
          tool('set_priority', 'Set the priority of a card.', {
            instance,
            priority: oneOf(['low', 'medium', 'high']),
          }),
          tool('filter_board', 'Show only some of the cards.', {
            'text?': text('Part of the title'),
            'priority?': oneOf(['low', 'medium', 'high']),
            'assignee?': oneOf(members),
          }),
          tool('clear_filter', 'Show all cards again.'),
          tool('set_limit', 'Set how many cards a column may hold.', {
            column: oneOf(columns),
            limit: whole('The most cards'),
          }),
          tool('add_member', 'Add a person to the team.', {
            name: text('First name'),
            'role?': oneOf(['designer', 'developer', 'tester']),
          }),
          tool('undo_last', 'Undo the last change that the assistant made.'),
        ]
      },
      unavailable: () => (page === 'report' ? {} : { show_velocity: 'It is on the report page' }),
      context: () =>
        page === 'report'
          ? { report: { weeks: 12 } }
          : { board: { cards, members, limits: { doing: 3, review: 2 } } },
      run: (name, input) => {
        if (name === 'open_page') page = String(input['page'])
        if (name === 'delete_card') cards = cards.filter(({ id }) => id !== input['instance'])
        if (name === 'move_card') {
          cards = cards.map((card) =>
            card.id === input['instance'] ? { ...card, column: String(input['column']) } : card,
          )
        }
        if (name === 'add_card') {
          const id = `C-${next++}`
          const {
            title,
            column = 'backlog',
            assignee = '',
            priority = 'medium',
          } = input as Partial<(typeof cards)[number]>
          cards = [...cards, { id, title: title ?? '', column, assignee, priority }]
          return { id }
        }
        if (name === 'show_velocity') {
          return {
            weeks: [
              { week: 46, closed: 4 },
              { week: 47, closed: 7 },
            ],
            total: 11,
          }
        }
        return { ok: true }
      },
    }
  },
}
