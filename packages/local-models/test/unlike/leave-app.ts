import { tool } from '../drive.ts'
import type { JudgedApp } from '../judge.ts'
import { leaveSentences } from './leave-sentences.ts'
import { dateOf, instanceOf, oneOf, text } from './schemas.ts'

/** A staff portal that is mostly forms: a leave request, a profile, and requests to decide. */
export const leave: JudgedApp = {
  name: 'staff portal of forms',
  effects: {
    open_page: 'go',
    find_employee: 'query',
    fill_leave: 'view',
    fill_profile: 'view',
    submit_leave: 'write',
    save_profile: 'write',
    approve_request: 'write',
    reject_request: 'write',
  },
  sentences: leaveSentences,
  open(start = 'leave') {
    let page = start
    let requests = [
      { id: 'R-1', employee: 'Hana Sato', kind: 'vacation', days: 5, from: '2026-12-21' },
      { id: 'R-2', employee: 'Ben Okafor', kind: 'sick', days: 1, from: '2026-11-18' },
      { id: 'R-3', employee: 'Hana Kim', kind: 'vacation', days: 12, from: '2027-01-04' },
    ]
    const labels = () => Object.fromEntries(requests.map(({ id, employee }) => [id, employee]))
    return {
      tools: () => [
        tool('open_page', 'Open a page of the portal.', {
          page: oneOf(['leave', 'profile', 'approvals']),
        }),
        tool('find_employee', 'Look up an employee in the directory.', { name: text('The name') }),
        ...(page === 'leave'
          ? [
              tool('fill_leave', 'Fill in fields of the leave request.', {
                'kind?': oneOf(['vacation', 'sick', 'parental']),
                'from?': dateOf('date'),
                'to?': dateOf('date'),
                'halfDay?': { type: 'boolean', description: 'Whether the last day is a half day' },
                'note?': text('For the manager'),
              }),
              tool('submit_leave', 'Submit the leave request.'),
            ]
          : []),
        ...(page === 'profile'
          ? [
              tool('fill_profile', 'Fill in fields of your profile.', {
                'phone?': text('Phone number'),
                'street?': text(),
                'city?': text(),
                'email?': { type: 'string', format: 'email' },
                'newsletter?': { type: 'boolean' },
              }),
              tool('save_profile', 'Save your profile.'),
            ]
          : []),
        ...(page === 'approvals'
          ? [
              tool('approve_request', 'Approve a request.', { instance: instanceOf(labels()) }),
              tool('reject_request', 'Reject a request.', {
                instance: instanceOf(labels()),
                reason: text('Why'),
              }),
            ]
          : []),
      ],
      context: () => {
        if (page === 'approvals') return { approvals: { requests } }
        if (page === 'profile')
          return { profile: { phone: '555 0100', city: 'Turin', street: 'Via Po 4' } }
        return { leave: { vacationDaysLeft: 14, sickDaysTaken: 2 } }
      },
      run: (name, input) => {
        if (name === 'open_page') page = String(input['page'])
        if (/^(approve|reject)/.test(name))
          requests = requests.filter(({ id }) => id !== input['instance'])
        if (name === 'find_employee')
          return {
            employees: [{ id: 'E-9', name: 'Hana Sato', phone: '555 0199', team: 'Design' }],
          }
        return { ok: true }
      },
    }
  },
}
