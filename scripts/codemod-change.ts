import { equal } from 'node:assert/strict'
import { changeCode } from './codemod.ts'

/**
 * Changes a file as the program does, for a test. Returns its code, and the places to look at.
 * Throws if a second run would change it again.
 */
export function change(code: string, name = 'page.tsx'): { code: string; places: string[] } {
  const places: string[] = []
  const changed = changeCode(code, name, (line, why) => places.push(`${line}: ${why}`))
  equal(
    changeCode(changed, name, () => undefined),
    changed,
    'A second run changes nothing',
  )
  return { code: changed, places }
}
