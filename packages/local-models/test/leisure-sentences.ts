import { calendar, musicPlayer, signUpForm } from './invented-apps.ts'
import type { Case } from './office-sentences.ts'

const at = (day: number, hour: number, minute = 0) =>
  new Date(2026, 10, day, hour, minute).toISOString()

export const leisureSentences: readonly Case[] = [
  [musicPlayer, 'Play Blue in Green', ['playTrack', { trackId: 'a1' }]],
  [musicPlayer, 'play something by Coltrane', ['playTrack', { trackId: 'a3' }]],
  [musicPlayer, 'play the second track', ['playTrack', { trackId: 'a2' }]],
  [musicPlayer, 'Stop the music', ['pausePlayback', {}]],
  [musicPlayer, 'skip this song', ['nextTrack', {}]],
  [musicPlayer, 'Set the volume to 40', ['setVolume', { level: 40 }]],
  [musicPlayer, 'turn the volume to forty percent', ['setVolume', { level: 40 }]],
  [musicPlayer, 'volume 15', ['setVolume', { level: 15 }]],
  [musicPlayer, 'Turn on shuffle', ['setShuffle', { enabled: true }]],
  [musicPlayer, 'turn shuffle off', ['setShuffle', { enabled: false }]],
  [musicPlayer, 'disable shuffle', ['setShuffle', { enabled: false }]],
  [musicPlayer, 'repeat the whole album', ['setRepeat', { mode: 'WHOLE_ALBUM' }]],
  [musicPlayer, 'Set repeat to one track', ['setRepeat', { mode: 'ONE_TRACK' }]],
  [musicPlayer, 'Add So What and Naima to the queue', ['addToQueue', { trackIds: ['a2', 'a3'] }]],
  [
    musicPlayer,
    'Create a playlist named Night Drive with tags jazz and slow',
    ['createPlaylist', { name: 'Night Drive', tags: ['jazz', 'slow'] }],
  ],
  [
    musicPlayer,
    'Create a public playlist "Work"',
    ['createPlaylist', { name: 'Work', public: true }],
  ],
  [
    musicPlayer,
    'Play Naima, set the volume to 30 and turn shuffle on',
    ['playTrack', { trackId: 'a3' }],
    ['setVolume', { level: 30 }],
    ['setShuffle', { enabled: true }],
  ],
  [musicPlayer, 'pause and then skip', ['pausePlayback', {}], ['nextTrack', {}]],

  [
    signUpForm,
    'Fill in name Ada Lovelace, email ada@example.org and age 36',
    ['fill_form', { name: 'Ada Lovelace', email: 'ada@example.org', age: 36 }],
  ],
  [
    signUpForm,
    'Fill the form with the name "Alan Turing" and subscribe to the newsletter, then submit it',
    ['fill_form', { name: 'Alan Turing', newsletter: true }],
    ['submit_form', {}],
  ],
  [signUpForm, 'set the plan to team plus', ['fill_form', { plan: 'team_plus' }]],
  [signUpForm, 'Enter age 41 and no newsletter', ['fill_form', { age: 41, newsletter: false }]],
  [
    signUpForm,
    'Fill in city: London and street: Baker Street 5',
    ['fill_form', { address: { city: 'London', street: 'Baker Street 5' } }],
  ],
  [signUpForm, 'Submit', ['submit_form', {}]],
  [signUpForm, 'clear the form', ['reset_form', {}]],

  [
    calendar,
    'Create an event Lunch with Bob tomorrow at noon',
    ['create_event', { title: 'Lunch with Bob', start: at(21, 12) }],
  ],
  [
    calendar,
    'Schedule "Review" on Monday at 9:30 for 45 minutes',
    ['create_event', { title: 'Review', start: at(23, 9, 30), durationMinutes: 45 }],
  ],
  [
    calendar,
    'Create event Demo on 24 November at 3pm for 2 hours in Room 5',
    [
      'create_event',
      { title: 'Demo', start: at(24, 15), durationMinutes: 120, location: 'Room 5' },
    ],
  ],
  [
    calendar,
    'Book a meeting "Kickoff" on 2026-12-01 at 10:00 with ann@example.org and bob@example.org',
    [
      'create_event',
      {
        title: 'Kickoff',
        start: new Date(2026, 11, 1, 10).toISOString(),
        attendees: ['ann@example.org', 'bob@example.org'],
      },
    ],
  ],
  [
    calendar,
    'Move the standup to next Friday',
    ['reschedule_event', { eventId: 7, date: '2026-11-27' }],
  ],
  [
    calendar,
    'Postpone Dentist to December 3rd',
    ['reschedule_event', { eventId: 9, date: '2026-12-03' }],
  ],
  [
    calendar,
    'Reschedule the board meeting to the day after tomorrow',
    ['reschedule_event', { eventId: 8, date: '2026-11-22' }],
  ],
  [calendar, 'Cancel the dentist event', ['cancel_event', { eventId: 9 }]],
  [calendar, 'Rename Standup to Daily sync', ['rename_event', { eventId: 7, title: 'Daily sync' }]],
  [calendar, 'show me tomorrow', ['show_day', { date: '2026-11-21' }]],
  [calendar, "I'd like to see the day in 3 days", ['show_day', { date: '2026-11-23' }]],
]
