import { describe, expect, it } from 'vitest'
import { parseShortcut } from './shortcut.ts'

describe('parseShortcut', () => {
  it('reads keys that are held down and one that is pressed', () => {
    expect(parseShortcut('mod+Shift+K')).toEqual({ key: 'k', alt: false, shift: true, mod: true })
    expect(parseShortcut('F8')).toEqual({ key: 'f8', alt: false, shift: false, mod: false })
  })

  it.each(['k', 'shift+k', 'mod+', 'hyper+k', ''])('takes %j for none', (text) => {
    expect(parseShortcut(text)).toBeUndefined()
  })
})
