import type { Sentence } from '../judge.ts'

export const recipesSentences: readonly Sentence[] = [
  {
    say: 'show me veggie recipes under 30 minutes',
    calls: [['filter_recipes', { vegetarian: true, maxMinutes: 30 }]],
  },
  { say: 'how long does the chicken curry take?', answer: /\b50\b/, may: ['open_recipe'] },
  { say: 'how many recipes do i have', answer: /\b34\b/ },
  { say: 'which of these is the quickest?', answer: /Pancakes(?!.*(Shakshuka|stew))/s },
  {
    say: 'add banana bread to my favourites',
    calls: [['mark_favourite', { recipe: 'r2', favourite: true }]],
  },
  { say: 'give the beef stew 4 stars', calls: [['rate_recipe', { recipe: 'r5', stars: 4 }]] },
  {
    say: 'put shakshuka on saturday',
    calls: [['plan_meal', { day: 'saturday', recipe: 'Shakshuka' }]],
  },
  { say: 'whats for dinner tonight', answer: /Beef stew/ },
  { say: 'delete pancaks', calls: [['delete_recipe', { recipe: 'r6' }]] },
  { say: 'delete everything' },
  {
    say: 'only breakfast stuff please',
    calls: [['filter_recipes', { course: 'breakfast' }]],
  },
  {
    say: ['only desserts', 'ok show everything again'],
    calls: [
      ['filter_recipes', { course: 'dessert' }],
      ['filter_recipes', {}],
    ],
  },
  {
    say: 'put the stuff for tomato risotto on the shopping list',
    calls: [['add_ingredients', { recipe: 'r7' }]],
  },
  {
    say: 'add the ingredients of the lentil soup for 6 people',
    calls: [['add_ingredients', { recipe: 'r1', people: 6 }]],
  },
  { say: 'is the risotto vegetarian?', answer: /\byes\b|is vegetarian|vegetarian: (yes|true)/i },
  { say: 'open the curry', calls: [['open_recipe', { recipe: 'r3' }]] },
  { say: "don't delete the beef stew", answer: /./ },
  { say: 'what can you do here?', answer: /filter|show|favourite|rate|delete/i },
  { say: 'make me a sandwich' },
  { say: 'whats planned for tuesday?', on: 'plan', answer: /Chicken curry(?!.*Pancakes)/s },
  {
    say: 'swap monday and friday',
    on: 'plan',
    calls: [['swap_days', { first: 'monday', second: 'friday' }]],
    or: [[['swap_days', { first: 'friday', second: 'monday' }]]],
  },
  {
    say: 'clear wednesday and put pancakes there',
    on: 'plan',
    calls: [
      ['clear_day', { day: 'wednesday' }],
      ['plan_meal', { day: 'wednesday', recipe: 'pancakes' }],
    ],
    or: [[['plan_meal', { day: 'wednesday', recipe: 'pancakes' }]]],
  },
  { say: 'nothing on sunday pls', on: 'plan', calls: [['clear_day', { day: 'sunday' }]] },
  { say: 'which days are still free?', on: 'plan', answer: /thursday.*saturday/is },
  {
    say: ['plan lentil soup for thursday', 'no, make it saturday'],
    on: 'plan',
    calls: [
      ['plan_meal', { day: 'thursday', recipe: 'lentil soup' }],
      ['plan_meal', { day: 'saturday', recipe: 'lentil soup' }],
    ],
    or: [
      [
        ['plan_meal', { day: 'thursday', recipe: 'lentil soup' }],
        ['clear_day', { day: 'thursday' }],
        ['plan_meal', { day: 'saturday', recipe: 'lentil soup' }],
      ],
    ],
  },
  {
    say: 'add 2 packs of spaghetti',
    on: 'shopping',
    calls: [['add_item', { name: 'spaghetti', amount: '2 packs' }]],
    or: [[['add_item', { name: '2 packs of spaghetti' }]]],
  },
  { say: 'milk is bought', on: 'shopping', calls: [['tick_item', { item: 1 }]] },
  {
    say: 'i got the eggs and the butter',
    on: 'shopping',
    calls: [
      ['tick_item', { item: 2 }],
      ['tick_item', { item: 7 }],
    ],
  },
  { say: 'do we need tomatoes?', on: 'shopping', answer: /\byes\b|amount/i },
  {
    say: 'make it 3 litres of milk',
    on: 'shopping',
    calls: [['change_amount', { item: 1, amount: '3 litres' }]],
    or: [
      [['change_amount', { item: 1, amount: '3 litres of milk' }]],
      [['change_amount', { item: 1, amount: '3 l' }]],
    ],
  },
  { say: 'how many things are left to buy?', on: 'shopping', answer: /\b(6|six)\b/i },
  { say: 'throw away what we already bought', on: 'shopping', calls: [['clear_bought', {}]] },
  { say: 'take off the butter again', on: 'shopping', calls: [['remove_item', { item: 7 }]] },
  {
    say: 'email the list to jan@example.com',
    on: 'shopping',
    calls: [['send_list', { to: 'jan@example.com' }]],
  },
]
