import type { Sentence } from '../judge.ts'

const archive = (...mailIds: string[]): [string, object] => ['archiveMail', { mailIds }]
const remove = (...mailIds: string[]): [string, object] => ['deleteMail', { mailIds }]

export const mailSentences: readonly Sentence[] = [
  { say: 'open the invoice', calls: [['openMail', { mailId: 'm1' }]] },
  { say: 'open the mail from TAP Air', calls: [['openMail', { mailId: 'm3' }]] },
  { say: 'open the last mail', calls: [['openMail', { mailId: 'm5' }]] },
  { say: 'archive the newsletter', calls: [archive('m5')] },
  { say: 'archive "Contract draft" and "Weekly newsletter"', calls: [archive('m4', 'm5')] },
  { say: 'delete the mails from Sara', calls: [remove('m2', 'm4')], or: [[]], answer: /./ },
  { say: 'delete the mail from Sarah Connor' },
  { say: 'delete all mails older than a month' },
  { say: 'delete all mails', calls: [remove('m1', 'm2', 'm3', 'm4', 'm5')] },
  { say: 'delete all mails but the invoice' },
  { say: 'archive everything that is not from Sara' },
  { say: 'delete the first two mails', calls: [remove('m1', 'm2')] },
  { say: 'delete all read mails' },
  {
    say: 'mark Team lunch on Friday as unread',
    calls: [['markAsRead', { mailIds: ['m2'], read: false }]],
  },
  { say: 'mark the invoice as read', calls: [['markAsRead', { mailIds: ['m1'], read: true }]] },
  {
    say: 'mark all mails as read',
    calls: [['markAsRead', { mailIds: ['m1', 'm2', 'm3', 'm4', 'm5'], read: true }]],
  },
  {
    say: 'reply to the contract draft saying Looks good to me',
    calls: [['replyToMail', { mailId: 'm4', body: 'Looks good to me' }]],
  },
  { say: 'reply to Sara that I will be late' },
  {
    say: 'forward the invoice to books@example.org',
    calls: [['forwardMail', { mailId: 'm1', to: 'books@example.org' }]],
  },
  { say: 'forward the invoice to my accountant' },
  {
    say: 'send a mail to tom@example.org with the subject "Hello" and the body "See you at 5"',
    calls: [['sendMail', { to: 'tom@example.org', subject: 'Hello', body: 'See you at 5' }]],
  },
  { say: 'write to tom@example.org that the meeting is off' },
  { say: 'search for flight', calls: [['searchMail', { query: 'flight' }]] },
  {
    say: 'find mails about the contract',
    calls: [['searchMail', { query: 'contract' }]],
    or: [[['searchMail', { query: 'the contract' }]]],
  },
  { say: 'do I have unread mails?', answer: /Invoice 4471.*Team lunch|\b2\b/s },
  { say: 'who wrote the contract draft?', answer: /Sara Meyer/ },
  { say: 'how many mails have an attachment?', answer: /\b3\b/ },
  { say: 'summarise my inbox' },
  {
    say: 'move the newsletter to spam',
    calls: [['moveToFolder', { mailIds: ['m5'], folder: 'spam' }]],
  },
  { say: 'go to drafts', calls: [['openFolder', { folder: 'drafts' }]] },
  { say: 'turn on the out of office reply', calls: [['setOutOfOffice', { enabled: true }]] },
  { say: ['open the mail from Sara', 'the second one'], calls: [['openMail', { mailId: 'm4' }]] },
  { say: 'unsubscribe me from the newsletter' },
  { say: 'write a poem about the sea' },
]
