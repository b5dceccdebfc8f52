import type { Sentence } from '../judge.ts'

const at = (day: number, hour: number, minute = 0) =>
  new Date(2026, 10, day, hour, minute).toISOString()

const book = (
  patient: string,
  doctor: string,
  start: string,
  more: object = {},
): [string, object] => ['book_appointment', { patient, doctor, start, ...more }]

export const clinicSentences: readonly Sentence[] = [
  {
    say: 'Book an appointment for Lars Vik with Dr. Cho on Monday at 14:00',
    calls: [book('Lars Vik', 'Dr. Cho', at(23, 14))],
  },
  {
    say: 'book Lars Vik with Dr. Adler tomorrow at 9am for 30 minutes',
    calls: [book('Lars Vik', 'Dr. Adler', at(21, 9), { durationMinutes: 30 })],
  },
  { say: 'book an appointment for Lars Vik' },
  {
    say: ['book an appointment for Lars Vik with Dr. Cho', 'on Monday at 3pm'],
    calls: [book('Lars Vik', 'Dr. Cho', at(23, 15))],
  },
  {
    say: 'cancel the appointment of Pia Berg',
    calls: [['cancel_appointment', { appointmentId: 74 }]],
  },
  { say: 'cancel Omar Haddad', calls: [['cancel_appointment', { appointmentId: 72 }]] },
  { say: 'cancel the appointment of Peter Berg' },
  { say: 'cancel the Lund appointment' },
  {
    say: ['cancel the Lund appointment', 'Ines'],
    calls: [['cancel_appointment', { appointmentId: 73 }]],
  },
  {
    say: 'move Nora Lund to Tuesday at 10:00',
    calls: [['move_appointment', { appointmentId: 71, start: at(24, 10) }]],
  },
  {
    say: 'reschedule Omar to Thursday 4pm',
    calls: [['move_appointment', { appointmentId: 72, start: at(26, 16) }]],
  },
  {
    say: 'move the last appointment to Friday at noon',
    calls: [['move_appointment', { appointmentId: 74, start: at(27, 12) }]],
  },
  { say: 'push Pia Berg back by an hour' },
  {
    say: 'cancel everything on Monday',
    calls: [
      ['cancel_appointment', { appointmentId: 71 }],
      ['cancel_appointment', { appointmentId: 72 }],
    ],
  },
  { say: 'cancel all appointments except Omar' },
  { say: 'show me monday', calls: [['show_day', { date: '2026-11-23' }]] },
  {
    say: 'what is on tomorrow',
    calls: [['show_day', { date: '2026-11-21' }]],
    or: [[]],
    answer: /./,
  },
  { say: 'when is Dr. Cho free on Tuesday?', answer: /11:15/ },
  { say: 'when is Pia Berg coming?', answer: /Nov|2026-11-25|25/ },
  { say: 'who is coming on Monday?', answer: /Nora Lund.*Omar Haddad/s, may: ['show_day'] },
  { say: 'how many appointments does Dr. Adler have?', answer: /\b2\b/ },
  { say: 'remind Nora Lund', calls: [['send_reminder', { appointmentId: 71 }]] },
  {
    say: 'send a reminder to all patients of Dr. Adler',
    calls: [
      ['send_reminder', { appointmentId: 71 }],
      ['send_reminder', { appointmentId: 73 }],
    ],
  },
  {
    say: 'send everybody a reminder',
    calls: [71, 72, 73, 74].map((appointmentId) => ['send_reminder', { appointmentId }] as const),
    or: [[]],
  },
  {
    say: 'add a note to 72 saying brings his own x-rays',
    calls: [['add_note', { appointmentId: 72, note: 'brings his own x-rays' }]],
  },
  {
    say: 'add the note "allergic to latex" to Nora Lund',
    calls: [['add_note', { appointmentId: 71, note: 'allergic to latex' }]],
  },
  {
    say: 'block Friday for Dr. Brandt',
    calls: [['block_day', { doctor: 'Dr. Brandt', date: '2026-11-27' }]],
  },
  { say: 'Dr. Brandt is ill next week, move her patients to Dr. Cho' },
  {
    say: 'cancel Nora because she has the flu',
    calls: [['cancel_appointment', { appointmentId: 71, reason: 'she has the flu' }]],
  },
  { say: 'which room is Omar in?', answer: /Red/ },
  { say: 'thank you!', answer: /welcome/i },
  { say: 'change the doctor of Ines Lund to Dr. Cho' },
  { say: 'annule le rendez-vous de Nora Lund', answer: /English/ },
]
