import { tool } from '../drive.ts'
import type { JudgedApp } from '../judge.ts'
import { number, oneOf, text, whole } from '../unlike/schemas.ts'
import { recipesSentences } from './recipes-sentences.ts'

const courses = ['breakfast', 'main', 'dessert']
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

const recipes = [
  { id: 'r1', title: 'Lentil soup', minutes: 35, serves: 4, course: 'main', vegetarian: true },
  { id: 'r2', title: 'Banana bread', minutes: 70, serves: 8, course: 'dessert', vegetarian: true },
  { id: 'r3', title: 'Chicken curry', minutes: 50, serves: 4, course: 'main', vegetarian: false },
  { id: 'r4', title: 'Shakshuka', minutes: 25, serves: 2, course: 'breakfast', vegetarian: true },
  { id: 'r5', title: 'Beef stew', minutes: 150, serves: 6, course: 'main', vegetarian: false },
  { id: 'r6', title: 'Pancakes', minutes: 20, serves: 4, course: 'breakfast', vegetarian: true },
  { id: 'r7', title: 'Tomato risotto', minutes: 40, serves: 3, course: 'main', vegetarian: true },
]

const meals = ['Lentil soup', 'Chicken curry', 'Shakshuka', '', 'Beef stew', '', 'Pancakes']

const shoppingItems = [
  { id: 1, name: 'milk', amount: '2 l', bought: false },
  { id: 2, name: 'eggs', amount: '12', bought: false },
  { id: 3, name: 'flour', amount: '1 kg', bought: true },
  { id: 4, name: 'tomatoes', amount: '6', bought: false },
  { id: 5, name: 'red lentils', amount: '500 g', bought: false },
  { id: 6, name: 'coconut milk', amount: '2 cans', bought: false },
  { id: 7, name: 'butter', amount: '250 g', bought: false },
]

/** A collection of 34 recipes, of which a page shows seven, a plan of a week and what to buy. */
export const recipesApp: JudgedApp = {
  name: 'recipes',
  effects: { open_page: 'go', filter_recipes: 'view', open_recipe: 'view', sort_items: 'view' },
  sentences: recipesSentences,
  open(start = 'recipes') {
    let page = start
    let filter: Record<string, unknown> = {}
    let planned = meals
    let items = shoppingItems
    const shown = () =>
      recipes.filter(
        ({ course, vegetarian, minutes }) =>
          (filter['course'] ?? course) === course &&
          (filter['vegetarian'] ?? vegetarian) === vegetarian &&
          minutes <= Number(filter['maxMinutes'] ?? 999),
      )
    return {
      tools: () => [
        tool('open_page', 'Open another page.', { page: oneOf(['recipes', 'plan', 'shopping']) }),
        ...(page === 'recipes' ? recipeTools() : []),
        ...(page === 'plan' ? planTools() : []),
        ...(page === 'shopping' ? shoppingTools() : []),
      ],
      unavailable: () => ({
        ...(page !== 'plan' && { plan_meal: 'It is on the plan page' }),
        ...(page !== 'shopping' && { add_item: 'It is on the shopping page' }),
      }),
      context: () => {
        if (page === 'shopping') return { shopping: { items } }
        if (page === 'plan')
          return { plan: { meals: planned.map((meal, at) => ({ day: days[at], recipe: meal })) } }
        const isAll = Object.keys(filter).length === 0
        return {
          recipes: isAll
            ? { filter, count: 34, page: 1, pages: 5, recipes }
            : { filter, count: shown().length, page: 1, pages: 1, recipes: shown() },
        }
      },
      run: (name, input) => {
        const planOn = (day: unknown, meal: string) => {
          planned = planned.map((each, at) => (days[at] === day ? meal : each))
        }
        if (name === 'open_page') page = String(input['page'])
        if (name === 'plan_meal') planOn(input['day'], String(input['recipe']))
        if (name === 'clear_day') planOn(input['day'], '')
        if (name === 'remove_item') items = items.filter(({ id }) => id !== input['item'])
        if (name === 'filter_recipes') {
          filter = input
          return { count: shown().length, recipes: shown() }
        }
        return { ok: true }
      },
    }
  },
}

function recipeTools() {
  const recipe = text('Id of the recipe, such as r1')
  return [
    tool('filter_recipes', 'Show only the recipes that fit. Without values, all of them.', {
      'course?': oneOf(courses),
      'vegetarian?': { type: 'boolean' },
      'maxMinutes?': whole('At most so many minutes'),
      'text?': text('Part of the title'),
    }),
    tool('open_recipe', 'Show a recipe with its steps.', { recipe }),
    tool('mark_favourite', 'Mark a recipe as a favourite, or not.', {
      recipe,
      favourite: { type: 'boolean' },
    }),
    tool('rate_recipe', 'Rate a recipe.', { recipe, stars: whole('1 to 5 stars') }),
    tool('add_ingredients', 'Put the ingredients of a recipe on the shopping list.', {
      recipe,
      'people?': number('For how many people'),
    }),
    tool('delete_recipe', 'Delete a recipe for good.', { recipe }),
  ]
}

function planTools() {
  const day = oneOf(days)
  return [
    tool('plan_meal', 'Plan a recipe for a day of this week.', {
      day,
      recipe: text('Title of the recipe'),
    }),
    tool('clear_day', 'Take what is planned off a day.', { day }),
    tool('swap_days', 'Swap the meals of two days.', { first: day, second: day }),
  ]
}

function shoppingTools() {
  const item = whole('Id of the item')
  const amount = text('How much, such as 2 l')
  return [
    tool('add_item', 'Add an item to the shopping list.', { name: text(), 'amount?': amount }),
    tool('tick_item', 'Tick an item off as bought.', { item }),
    tool('change_amount', 'Change how much of an item to buy.', { item, amount }),
    tool('remove_item', 'Remove an item from the list.', { item }),
    tool('clear_bought', 'Remove all items that are bought.'),
    tool('sort_items', 'Sort the list.', { by: oneOf(['name', 'shelf']) }),
    tool('send_list', 'Send the list by email.', { to: text('Email address') }),
  ]
}
