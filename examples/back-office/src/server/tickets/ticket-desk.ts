import type { Ticket } from '../../shared/ticket.ts'

/** The tickets of the ticket server, in memory. They begin anew with the process. */
export interface TicketDesk {
  /** Returns all tickets, the newest first. */
  list: () => readonly Ticket[]
  find: (id: number) => Ticket | undefined
  /** Closes a ticket. Returns it, or undefined if there is none with this id. */
  close: (id: number) => Ticket | undefined
  /** Puts all tickets back to what they were at first. */
  reset: () => void
}

/** Creates a desk with a few tickets. */
export function createTicketDesk(): TicketDesk {
  let tickets: Ticket[] = []
  const reset = (): void => {
    tickets = first.map((ticket) => ({ ...ticket }))
  }
  reset()
  const find = (id: number) => tickets.find((ticket) => ticket.id === id)
  return {
    list: () => tickets.toSorted((one, other) => other.id - one.id),
    find,
    close: (id) => {
      const ticket = find(id)
      if (ticket) ticket.status = 'closed'
      return ticket
    },
    reset,
  }
}

const first: readonly Ticket[] = [
  {
    id: 11,
    subject: 'Invoice without VAT number',
    customer: 'Clara Moreau',
    text: 'Our bookkeeping needs the VAT number on the invoice. Can you send it again?',
    status: 'closed',
    openedOn: '2026-11-02',
  },
  {
    id: 12,
    subject: 'Grinder makes a loud noise',
    customer: 'Ada Novak',
    text: 'Since this morning the grinder is as loud as a drill. Is that a case for the warranty?',
    status: 'open',
    openedOn: '2026-11-09',
  },
  {
    id: 13,
    subject: 'Beans arrived late',
    customer: 'Hugo Weber',
    text: 'The parcel took nine days. The beans are fine, but please tell us earlier.',
    status: 'open',
    openedOn: '2026-11-12',
  },
]
