import { tool } from '../drive.ts'
import type { JudgedApp } from '../judge.ts'
import { clinicSentences } from './clinic-sentences.ts'
import { dateOf, oneOf, text, whole } from './schemas.ts'

const doctors = ['Dr. Adler', 'Dr. Brandt', 'Dr. Cho']

/** The appointments of a clinic on one page. */
export const clinic: JudgedApp = {
  name: 'bookings of a clinic',
  effects: {
    show_day: 'view',
    find_free_times: 'query',
    book_appointment: 'write',
    move_appointment: 'write',
    cancel_appointment: 'write',
    send_reminder: 'write',
    block_day: 'write',
    add_note: 'write',
  },
  sentences: clinicSentences,
  open() {
    let appointments = [
      {
        id: 71,
        patient: 'Nora Lund',
        doctor: 'Dr. Adler',
        start: '2026-11-23T09:00',
        room: 'Blue',
      },
      { id: 72, patient: 'Omar Haddad', doctor: 'Dr. Cho', start: '2026-11-23T10:30', room: 'Red' },
      {
        id: 73,
        patient: 'Ines Lund',
        doctor: 'Dr. Adler',
        start: '2026-11-24T14:00',
        room: 'Blue',
      },
      { id: 74, patient: 'Pia Berg', doctor: 'Dr. Brandt', start: '2026-11-25T08:15', room: 'Red' },
    ]
    const appointmentId = whole('The id of an appointment')
    return {
      tools: () => [
        tool('show_day', 'Show one day of the calendar.', { date: dateOf('date') }),
        tool('find_free_times', 'Look up when a doctor is free on a day.', {
          doctor: oneOf(doctors),
          date: dateOf('date'),
        }),
        tool('book_appointment', 'Book an appointment for a patient.', {
          patient: text('Full name of the patient'),
          doctor: oneOf(doctors),
          start: dateOf('date-time'),
          'durationMinutes?': whole(),
        }),
        tool('move_appointment', 'Move an appointment to another time.', {
          appointmentId,
          start: dateOf('date-time'),
        }),
        tool('cancel_appointment', 'Cancel an appointment.', {
          appointmentId,
          'reason?': text('Why'),
        }),
        tool('send_reminder', 'Send the patient of an appointment a reminder by text message.', {
          appointmentId,
        }),
        tool('block_day', 'Close a day of a doctor, so that nobody can book.', {
          doctor: oneOf(doctors),
          date: dateOf('date'),
        }),
        tool('add_note', 'Add a note to an appointment.', {
          appointmentId,
          note: text('The note'),
        }),
      ],
      context: () => ({ calendar: { today: '2026-11-20', view: 'week', appointments } }),
      run: (name, input) => {
        if (name === 'cancel_appointment')
          appointments = appointments.filter(({ id }) => id !== input['appointmentId'])
        if (name === 'find_free_times') return { free: ['08:00', '11:15', '16:45'] }
        return { ok: true }
      },
    }
  },
}
