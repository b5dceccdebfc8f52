import postcss from 'postcss'
import { childOf, css, type Features, lackedBy } from './support.ts'
import type { Newer } from './newer-in-js.ts'

/**
 * Finds the at-rules, selectors, properties, keywords and functions of a style sheet that a least
 * version lacks.
 */
export function newerInCss(code: string): Newer[] {
  const found = new Map<string, readonly string[]>()
  const add = (name: string, feature: Features | undefined): void => {
    const lacked = lackedBy(feature)
    if (lacked?.length) found.set(name, lacked)
  }
  postcss.parse(code).walk((node) => {
    if (node.type === 'atrule') add(`@${node.name}`, childOf(css['at-rules'], node.name))
    if (node.type === 'rule') {
      for (const [, name = ''] of node.selector.matchAll(/::?([a-z-]+)/g)) {
        add(`:${name}`, childOf(css.selectors, name))
      }
      if (node.parent?.type === 'rule' || node.selector.includes('&')) {
        add('nesting', childOf(css.selectors, 'nesting'))
      }
    }
    if (node.type !== 'decl') return
    const property = childOf(css.properties, node.prop)
    add(node.prop, property)
    for (const [word, name = '', opens] of node.value.matchAll(/([a-z][\w-]*)(\(?)/g)) {
      if (opens) add(`${word})`, functionOf(name) ?? childOf(property, name))
      else add(`${node.prop}: ${name}`, childOf(property, name))
    }
  })
  return [...found].map(([name, lacked]) => ({ name, lackedBy: lacked }))
}

const functionOf = (name: string): Features | undefined =>
  childOf(css.types, name) ?? childOf(childOf(css.types, 'color'), name)
