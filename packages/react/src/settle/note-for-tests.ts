import type { Agent } from '@ambit/core'
import * as React from 'react'

/** The name under which `@ambit/testing` leaves its function, where a test has loaded it. */
const key: unique symbol = Symbol.for('@ambit/testing')

/**
 * Tells `@ambit/testing`, in a test, of an agent on the page and of the React that renders the
 * page. Returns the function that ends that; undefined on a page that is not a test.
 */
export function noteForTests(agent: Agent): (() => void) | undefined {
  const note = (globalThis as { [key]?: (agent: Agent, react: object) => () => void })[key]
  return note?.(agent, React)
}
