import { nameOf } from './collect-things.ts'
import type { Thing } from './collect-things.ts'

/** The names of fields that name somebody. */
export const personKeys: RegExp =
  /^(assignee|assigned|owner|person|author|from|sender|customer|patient|employee|user|member|artist|responsible|guest|client)/i

/** Returns whom a thing without a title is for. */
export function personOf({ record }: Thing): string | undefined {
  const key = Object.keys(record).find((each) => personKeys.test(each) && isText(record[each]))
  return key === undefined ? undefined : String(record[key])
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

/** Returns the title, or the id if it is written for people, or whom it is for. */
export const plainName = (thing: Thing): string =>
  thing.title ??
  (/^[A-Za-z]{1,4}-?\d+$/.test(String(thing.id)) ? undefined : personOf(thing)) ??
  nameOf(thing)
