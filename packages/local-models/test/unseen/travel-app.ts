import { tool } from '../drive.ts'
import type { JudgedApp } from '../judge.ts'
import { dateOf, list, number, oneOf, text, whole } from '../unlike/schemas.ts'
import { travelSentences } from './travel-sentences.ts'

const stopsOfTrip = [
  { id: 's1', city: 'Lisbon', arrive: '2027-03-05', nights: 3, hotel: 'Casa Azul' },
  { id: 's2', city: 'Porto', arrive: '2027-03-08', nights: 2, hotel: '' },
  { id: 's3', city: 'Madrid', arrive: '2027-03-10', nights: 4, hotel: 'Hotel Sol' },
  { id: 's4', city: 'Seville', arrive: '2027-03-14', nights: 2, hotel: '' },
]

const costs = [
  { id: 1, label: 'Flights', category: 'transport', amount: 640 },
  { id: 2, label: 'Casa Azul', category: 'hotel', amount: 390 },
  { id: 3, label: 'Flamenco show', category: 'fun', amount: 85 },
]

const categories = ['transport', 'hotel', 'food', 'fun']

/** The planner of a trip, with a page of its costs and a page of what to pack. */
export const travel: JudgedApp = {
  name: 'travel planner',
  effects: {
    open_page: 'go',
    show_on_map: 'view',
    sum_costs: 'query',
    add_stop: 'write',
    remove_stop: 'write',
    set_nights: 'write',
    swap_stops: 'write',
    set_hotel: 'write',
    set_start: 'write',
    rename_trip: 'write',
    invite_traveller: 'write',
    undo: 'write',
    add_cost: 'write',
    delete_cost: 'write',
    set_budget: 'write',
    add_items: 'write',
    tick_item: 'write',
    clear_list: 'write',
  },
  sentences: travelSentences,
  open(start = 'plan') {
    let page = start
    let stops = stopsOfTrip
    return {
      tools: () => [
        tool('open_page', 'Open another page.', { page: oneOf(['plan', 'costs', 'packing']) }),
        ...(page === 'plan' ? planTools() : []),
        ...(page === 'costs' ? costTools() : []),
        ...(page === 'packing' ? packingTools() : []),
      ],
      unavailable: () => ({
        ...(page !== 'plan' && { add_stop: 'It is on the plan page' }),
        ...(page !== 'costs' && { add_cost: 'It is on the costs page' }),
        ...(page !== 'packing' && { add_items: 'It is on the packing page' }),
      }),
      context: () => {
        if (page === 'costs')
          return { costs: { budget: 2500, spent: 1115, currency: 'EUR', costs } }
        if (page === 'packing') {
          return {
            packing: [
              { item: 'passport', packed: true },
              { item: 'sun cream', packed: false },
              { item: 'charger', packed: false },
            ],
          }
        }
        const trip = { name: 'Iberia 2027', start: '2027-03-05', travellers: ['Noor', 'Felix'] }
        return { trip, stops }
      },
      run: (name, input) => {
        if (name === 'open_page') page = String(input['page'])
        if (name === 'remove_stop') stops = stops.filter(({ id }) => id !== input['stop'])
        if (name === 'set_nights') {
          stops = stops.map((stop) =>
            stop.id === input['stop'] ? { ...stop, nights: Number(input['nights']) } : stop,
          )
        }
        if (name === 'undo') stops = stopsOfTrip
        if (name === 'sum_costs') {
          const summed = costs.filter(
            ({ category }) => !input['category'] || category === input['category'],
          )
          return { total: summed.reduce((sum, { amount }) => sum + amount, 0), currency: 'EUR' }
        }
        return { ok: true }
      },
    }
  },
}

function planTools() {
  const stop = text('Id of the stop, such as s1')
  return [
    tool('add_stop', 'Add a stop at the end of the trip.', {
      city: text('Name of the city'),
      nights: whole('How many nights'),
    }),
    tool('remove_stop', 'Remove a stop from the trip.', { stop }),
    tool('set_nights', 'Set how many nights to stay at a stop.', {
      stop,
      nights: whole('How many nights'),
    }),
    tool('swap_stops', 'Swap the order of two stops.', { first: stop, second: stop }),
    tool('set_hotel', 'Set the hotel of a stop.', { stop, hotel: text('Name of the hotel') }),
    tool('set_start', 'Set the day on which the trip starts.', { date: dateOf('date') }),
    tool('rename_trip', 'Rename the trip.', { name: text('The new name') }),
    tool('invite_traveller', 'Invite a person to the trip by email.', {
      name: text('First name'),
      email: text('Email address'),
    }),
    tool('show_on_map', 'Show a stop on the map.', { stop }),
    tool('undo', 'Undo the last change.'),
  ]
}

function costTools() {
  return [
    tool('add_cost', 'Add a cost of the trip.', {
      label: text('What it was for'),
      amount: number('Amount in EUR'),
      'category?': oneOf(categories),
    }),
    tool('delete_cost', 'Delete a cost.', { cost: whole('Id of the cost') }),
    tool('set_budget', 'Set the budget of the trip.', { amount: number('Amount in EUR') }),
    tool('sum_costs', 'Add up the costs.', { 'category?': oneOf(categories) }),
  ]
}

function packingTools() {
  const item = oneOf(['passport', 'sun cream', 'charger'])
  return [
    tool('add_items', 'Add things to the packing list.', { items: list('Names of the things') }),
    tool('tick_item', 'Mark a thing as packed.', { item }),
    tool('clear_list', 'Remove everything from the packing list.'),
  ]
}
