/** A question or complaint of a customer, which the ticket server keeps. */
export interface Ticket {
  id: number
  subject: string
  customer: string
  text: string
  status: 'open' | 'closed'
  openedOn: string
}
