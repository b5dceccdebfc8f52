import type { Sentence } from '../judge.ts'

export const travelSentences: readonly Sentence[] = [
  { say: 'add 2 nights in Granada', calls: [['add_stop', { city: 'Granada', nights: 2 }]] },
  { say: 'stay one more night in porto', calls: [['set_nights', { stop: 's2', nights: 3 }]] },
  { say: 'make Lisbon 4 nights', calls: [['set_nights', { stop: 's1', nights: 4 }]] },
  { say: 'drop Seville', calls: [['remove_stop', { stop: 's4' }]] },
  {
    say: 'swap Porto and Madrid',
    calls: [['swap_stops', { first: 's2', second: 's3' }]],
    or: [[['swap_stops', { first: 's3', second: 's2' }]]],
  },
  { say: 'how many nights is the trip in total?', answer: /\b(11|eleven)\b/i },
  { say: 'when do we get to Madrid', answer: /2027-03-10|10\.? Mar|Mar\w* 10|3\/10/i },
  { say: 'where are we staying in Lisbon?', answer: /Casa Azul/ },
  {
    say: 'which stops have no hotel yet?',
    answer: /^(?!.*(Lisbon|Madrid)).*Porto.*Seville/s,
  },
  {
    say: 'set the hotel in porto to Ribeira House',
    calls: [['set_hotel', { stop: 's2', hotel: 'Ribeira House' }]],
  },
  {
    say: 'Could you start the trip a day later?',
    calls: [['set_start', { date: '2027-03-06' }]],
  },
  { say: 'start on march 12th', calls: [['set_start', { date: '2027-03-12' }]] },
  {
    say: 'rename the trip to "Spring in Iberia"',
    calls: [['rename_trip', { name: 'Spring in Iberia' }]],
  },
  {
    say: 'invite Sam, sam@example.org',
    calls: [['invite_traveller', { name: 'Sam', email: 'sam@example.org' }]],
  },
  {
    say: ['remove Porto', 'no wait, undo'],
    calls: [
      ['remove_stop', { stop: 's2' }],
      ['undo', {}],
    ],
  },
  {
    say: ['set Madrid to 5 nights', 'and Seville to 3'],
    calls: [
      ['set_nights', { stop: 's3', nights: 5 }],
      ['set_nights', { stop: 's4', nights: 3 }],
    ],
  },
  { say: 'show sevile on the map', calls: [['show_on_map', { stop: 's4' }]] },
  { say: 'book me a window seat on the flight to Lisbon' },
  { say: 'what will the weather be like in Madrid?' },
  {
    say: 'log 42.50 for tapas under food',
    calls: [['add_cost', { label: 'tapas', amount: 42.5, category: 'food' }]],
  },
  { say: 'how much have we spent so far?', on: 'costs', answer: /1[,.]?115/ },
  { say: 'are we over budget?', on: 'costs', answer: /\b(no|not|under)\b|1[,.]?385/i },
  { say: 'delete the flamenco thing', on: 'costs', calls: [['delete_cost', { cost: 3 }]] },
  {
    say: 'add socks, a hat and the camera',
    on: 'packing',
    calls: [['add_items', { items: ['socks', 'hat', 'camera'] }]],
    or: [[['add_items', { items: ['socks', 'a hat', 'the camera'] }]]],
  },
  { say: 'on emporte quoi ?', on: 'packing', answer: /sun cream|charger/ },
]
