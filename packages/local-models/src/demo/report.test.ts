import { describe, expect, it } from 'vitest'
import { summarise } from './report.ts'

describe('summarise', () => {
  const call = (tool: string, value: unknown) => ({ id: '1', tool, input: {}, value })
  const sayOf = (tool: string, value: unknown) => summarise([call(tool, value)], [], [])

  it('does not say that a form was submitted when its result says it was not', () => {
    const errors = { postcode: 'Five digits.', 'address.city': 'required' }

    expect(sayOf('submit_address', { submitted: false, errors })).toEqual([
      'I could not submit the address: postcode (Five digits) and address city (required).',
    ])
    expect(sayOf('submit_address', { submitted: true, result: { id: 7 } })).toEqual([
      'Submitted address.',
    ])
  })

  it('says which fields are wrong once a form was filled', () => {
    expect(sayOf('fill_address', { filled: ['city'], errors: { city: 'Too long.' } })).toEqual([
      'Filled address.',
      'Not right yet: city (Too long).',
    ])
    expect(sayOf('fill_address', { filled: ['city'], errors: {} })).toEqual(['Filled address.'])
  })

  it('leaves out the name of the server before that of its tool', () => {
    const ticket = { id: 12, subject: 'Loud' }
    expect(sayOf('tickets_close_ticket', ticket)).toEqual(['Closed ticket.'])
    expect(sayOf('tickets_show_ticket', ticket)).toEqual(['Ticket: id 12, subject Loud.'])
    expect(sayOf('tickets_close_ticket', { ok: false })).toEqual([
      'I could not close the ticket: it was not taken.',
    ])
  })

  it('says that nothing was done where a result says just that', () => {
    expect(sayOf('save_draft', { ok: false })).toEqual([
      'I could not save the draft: it was not taken.',
    ])
  })
})
