import type { Sentence } from '../judge.ts'

const xray = (at: string) =>
  [['book_porter', { instance: 'P-2', destination: 'x-ray', at }]] as const

export const wardSentences: readonly Sentence[] = [
  { say: 'discharge Omar', calls: [['discharge_patient', { instance: 'P-2' }]] },
  {
    say: 'Please move Mrs Lindner to 1B',
    calls: [['transfer_patient', { instance: 'P-1', to: '1B' }]],
  },
  { say: 'how many beds are free?', answer: /\b(1|one|1B)\b/i, may: ['show_beds'] },
  { say: 'who is in bed 2B', answer: /Walter/ },
  {
    say: 'put walter on a diabetic diet',
    calls: [['set_diet', { instance: 'P-3', diet: 'diabetic' }]],
  },
  { say: 'rosa is vegan now', calls: [['set_diet', { instance: 'P-1', diet: 'vegan' }]] },
  {
    say: 'Admit Lena Fuchs to 1B, vegetarian',
    calls: [['admit_patient', { name: 'Lena Fuchs', bed: '1B', diet: 'vegetarian' }]],
  },
  { say: 'clean 3A', calls: [['request_cleaning', { bed: '3A' }]] },
  {
    say: 'send Omar to x-ray tomorrow at 9',
    calls: xray('2026-11-21T09:00:00'),
    or: [
      xray('2026-11-21T09:00'),
      xray('2026-11-21T09:00:00Z'),
      xray('2026-11-21T09:00:00.000Z'),
      xray('2026-11-21 09:00'),
    ],
  },
  {
    say: "Give all of Kim's patients to Lou",
    calls: [
      ['assign_nurse', { instance: 'P-1', nurse: 'Lou' }],
      ['assign_nurse', { instance: 'P-2', nurse: 'Lou' }],
    ],
  },
  {
    say: 'swap omar and walter',
    calls: [
      ['transfer_patient', { instance: 'P-2', to: '2B' }],
      ['transfer_patient', { instance: 'P-3', to: '2A' }],
    ],
    or: [
      [
        ['transfer_patient', { instance: 'P-3', to: '2A' }],
        ['transfer_patient', { instance: 'P-2', to: '2B' }],
      ],
    ],
  },
  {
    say: 'discharge everyone',
    calls: [
      ['discharge_patient', { instance: 'P-1' }],
      ['discharge_patient', { instance: 'P-2' }],
      ['discharge_patient', { instance: 'P-3' }],
    ],
  },
  { say: 'which patients have been here since Tuesday?', answer: /Rosa/ },
  {
    say: ['show me the taken beds', 'discharge the last one'],
    calls: [
      ['show_beds', { state: 'taken' }],
      ['discharge_patient', { instance: 'P-3' }],
    ],
  },
  {
    say: ['discharge Walter', 'undo that'],
    calls: [['discharge_patient', { instance: 'P-3' }]],
    answer: /\b(no|not|cannot|nothing)\b|n['’]t\b/i,
  },
  {
    say: 'order 5 boxes of gloves',
    calls: [['order_item', { item: 'gloves', boxes: 5 }]],
  },
  { say: 'how many masks do we have left?', on: 'stock', answer: /\b(3|three)\b/i },
  { say: 'order masks', on: 'stock', answer: /\?/ },
  {
    say: 'note for Rosa: "slept badly, check blood pressure"',
    on: 'handover',
    calls: [['add_note', { patient: 'Rosa Lindner', note: 'slept badly, check blood pressure' }]],
  },
  { say: 'give Rosa 20 mg of morphine' },
  { say: 'is Walter going to be ok?' },
  { say: 'hi', answer: /\S/ },
  { say: 'mark the note about Omar urgent and call his wife', on: 'handover' },
  { say: 'how many falls in the last 30 days?', on: 'handover', answer: /\b(2|two)\b/i },
  { say: 'dame de alta a Rosa', calls: [['discharge_patient', { instance: 'P-1' }]] },
]
