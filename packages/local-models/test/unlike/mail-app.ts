import { tool } from '../drive.ts'
import type { JudgedApp } from '../judge.ts'
import { mailSentences } from './mail-sentences.ts'
import { list, oneOf, text } from './schemas.ts'

const mails = [
  {
    id: 'm1',
    subject: 'Invoice 4471',
    from: 'Billing at Acme',
    unread: true,
    hasAttachment: true,
    received: '2026-11-20',
  },
  {
    id: 'm2',
    subject: 'Team lunch on Friday',
    from: 'Sara Meyer',
    unread: true,
    hasAttachment: false,
    received: '2026-11-20',
  },
  {
    id: 'm3',
    subject: 'Your flight to Lisbon',
    from: 'TAP Air',
    unread: false,
    hasAttachment: true,
    received: '2026-11-19',
  },
  {
    id: 'm4',
    subject: 'Contract draft',
    from: 'Sara Meyer',
    unread: false,
    hasAttachment: true,
    received: '2026-11-17',
  },
  {
    id: 'm5',
    subject: 'Weekly newsletter',
    from: 'Design Digest',
    unread: false,
    hasAttachment: false,
    received: '2026-11-16',
  },
]

/** A mail client with one list. */
export const mail: JudgedApp = {
  name: 'mail client',
  effects: {
    openMail: 'go',
    openFolder: 'go',
    searchMail: 'view',
    sendMail: 'write',
    replyToMail: 'write',
    forwardMail: 'write',
    archiveMail: 'write',
    deleteMail: 'write',
    markAsRead: 'write',
    moveToFolder: 'write',
    setOutOfOffice: 'write',
  },
  sentences: mailSentences,
  open() {
    let shown = mails
    const mailId = text('The id of the mail')
    const mailIds = list('The ids of the mails')
    const to = { type: 'string', format: 'email' }
    return {
      tools: () => [
        tool('openMail', 'Open a mail and read it.', { mailId }),
        tool('openFolder', 'Go to a folder.', {
          folder: oneOf(['inbox', 'drafts', 'sent', 'archive', 'spam']),
        }),
        tool('searchMail', 'Search the mails by words.', { query: text('The words to look for') }),
        tool('sendMail', 'Send a new mail.', { to, subject: text(), body: text() }),
        tool('replyToMail', 'Reply to a mail.', { mailId, body: text('The text of the reply') }),
        tool('forwardMail', 'Forward a mail to somebody.', { mailId, to }),
        tool('archiveMail', 'Put mails into the archive.', { mailIds }),
        tool('deleteMail', 'Delete mails for good.', { mailIds }),
        tool('markAsRead', 'Mark mails as read or as unread.', {
          mailIds,
          read: { type: 'boolean' },
        }),
        tool('moveToFolder', 'Move mails to a folder.', {
          mailIds,
          folder: oneOf(['inbox', 'archive', 'spam']),
        }),
        tool('setOutOfOffice', 'Turn the out of office reply on or off.', {
          enabled: { type: 'boolean' },
          'message?': text(),
        }),
      ],
      context: () => ({ inbox: { folder: 'inbox', unreadCount: 2, mails: shown } }),
      run: (name, input) => {
        const ids = [input['mailIds'] ?? []].flat()
        if (name === 'archiveMail' || name === 'deleteMail')
          shown = shown.filter(({ id }) => !ids.includes(id))
        if (name === 'searchMail') {
          const query = String(input['query']).toLowerCase()
          return {
            mails: mails.filter((each) => JSON.stringify(each).toLowerCase().includes(query)),
          }
        }
        return 'ok'
      },
    }
  },
}
