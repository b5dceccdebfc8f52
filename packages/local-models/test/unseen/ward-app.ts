import { tool } from '../drive.ts'
import type { JudgedApp } from '../judge.ts'
import { dateOf, instanceOf, oneOf, text, whole } from '../unlike/schemas.ts'
import { wardSentences } from './ward-sentences.ts'

const names = ['1A', '1B', '2A', '2B', '3A']
const diets = ['normal', 'vegetarian', 'vegan', 'diabetic']

const patients = [
  { id: 'P-1', name: 'Rosa Lindner', bed: '1A', diet: 'normal', nurse: 'Kim' },
  { id: 'P-2', name: 'Omar Haddad', bed: '2A', diet: 'diabetic', nurse: 'Kim' },
  { id: 'P-3', name: 'Walter Brandt', bed: '2B', diet: 'vegetarian', nurse: 'Lou' },
]

const admitted: Readonly<Record<string, string>> = {
  'P-1': '2026-11-17',
  'P-2': '2026-11-19',
  'P-3': '2026-11-10',
}

/** The beds of a ward. Each patient is an instance, and nothing can be undone. */
export const ward: JudgedApp = {
  name: 'hospital ward',
  effects: {
    open_page: 'go',
    show_beds: 'view',
    count_falls: 'query',
    admit_patient: 'write',
    discharge_patient: 'write',
    transfer_patient: 'write',
    set_diet: 'write',
    assign_nurse: 'write',
    request_cleaning: 'write',
    book_porter: 'write',
    add_note: 'write',
    order_item: 'write',
  },
  sentences: wardSentences,
  open(start = 'ward') {
    let page = start
    let here = patients
    const bedOf = (bed: string) => {
      const patient = here.find((each) => each.bed === bed)
      const free = bed === '3A' ? 'dirty' : 'free'
      return patient ? { bed, state: 'taken', patient: patient.name } : { bed, state: free }
    }
    return {
      tools: () => [
        tool('open_page', 'Open another page.', { page: oneOf(['ward', 'handover', 'stock']) }),
        ...(page === 'ward' ? wardTools(here) : []),
        ...(page === 'handover' ? handoverTools() : []),
        ...(page === 'stock' ? stockTools() : []),
      ],
      unavailable: () => ({
        ...(page !== 'ward' && { discharge_patient: 'It is on the ward page' }),
        ...(page !== 'handover' && { add_note: 'It is on the handover page' }),
        ...(page !== 'stock' && { order_item: 'It is on the stock page' }),
      }),
      context: () => {
        if (page === 'stock') return { stock: { boxes: { gloves: 12, masks: 3, syringes: 40 } } }
        if (page === 'handover') {
          const notes = [{ patient: 'Omar Haddad', note: 'Asked for his wife', urgent: false }]
          return { handover: { shift: 'late', notes } }
        }
        const stays = here.map((each) => ({ ...each, admitted: admitted[each.id] ?? '2026-11-20' }))
        return { ward: { beds: names.map(bedOf) }, patients: stays }
      },
      run: (name, input) => {
        if (name === 'open_page') page = String(input['page'])
        if (name === 'discharge_patient') here = here.filter(({ id }) => id !== input['instance'])
        if (name === 'transfer_patient') {
          here = here.map((each) =>
            each.id === input['instance'] ? { ...each, bed: String(input['to']) } : each,
          )
        }
        if (name === 'show_beds') {
          return { shown: names.map(bedOf).filter(({ state }) => state === input['state']) }
        }
        if (name === 'count_falls') return { falls: 2 }
        return { ok: true }
      },
    }
  },
}

function wardTools(here: typeof patients) {
  const instance = instanceOf(Object.fromEntries(here.map(({ id, name }) => [id, name])))
  return [
    tool('admit_patient', 'Admit a new patient to a free bed.', {
      name: text('Full name'),
      bed: oneOf(names),
      'diet?': oneOf(diets),
    }),
    tool('discharge_patient', 'Discharge a patient and free the bed.', { instance }),
    tool('transfer_patient', 'Move a patient to another bed.', { instance, to: oneOf(names) }),
    tool('set_diet', 'Set the diet of a patient.', { instance, diet: oneOf(diets) }),
    tool('assign_nurse', 'Give a patient to a nurse.', { instance, nurse: oneOf(['Kim', 'Lou']) }),
    tool('request_cleaning', 'Ask for a bed to be cleaned.', { bed: oneOf(names) }),
    tool('book_porter', 'Book a porter who takes a patient somewhere.', {
      instance,
      destination: oneOf(['x-ray', 'theatre', 'lab']),
      at: dateOf('date-time'),
    }),
    tool('show_beds', 'Show only the beds of one state.', {
      state: oneOf(['free', 'taken', 'dirty']),
    }),
  ]
}

function handoverTools() {
  return [
    tool('add_note', 'Add a note about a patient for the next shift.', {
      patient: oneOf(patients.map(({ name }) => name)),
      note: text('What the next shift must know'),
      'urgent?': { type: 'boolean' },
    }),
    tool('count_falls', 'Count the falls of patients.', { 'days?': whole('The last days') }),
  ]
}

function stockTools() {
  return [
    tool('order_item', 'Order supplies from the store.', {
      item: oneOf(['gloves', 'masks', 'syringes']),
      boxes: whole('How many boxes'),
    }),
  ]
}
