import { describe, expect, it } from 'vitest'
import { problemsOf, sentencesOf } from './word-rules.ts'

const check = (source: string, file = 'a.tsx') =>
  problemsOf(file, source).map(({ line, message }) => `${line} ${message}`)

const wide = 'word '.repeat(20).trim()
const url = `https://example.com/${'a'.repeat(100)}`

describe('the width of a comment', () => {
  it.each([
    ['a line comment', `const a = 1\n// ${wide}`, [2]],
    ['a comment after code', `const a = 1 // ${wide}`, [1]],
    ['a line of a docstring', `/**\n * Short.\n * ${wide}\n */\nconst a = 1`, [3]],
    ['a comment in an element', `const a = (\n  <p>\n    {/* ${wide} */}\n  </p>\n)`, [3]],
    ['a comment in a template', `const a = \`\${1 /* ${wide} */}\``, [1]],
  ])('is at most 100 columns in %s', (_, source, lines) => {
    expect(problemsOf('a.tsx', source).map(({ line }) => line)).toEqual(lines)
    expect(check(source)[0]).toMatch(/has \d+ columns\. Wrap it at 100/)
  })

  it('counts characters, not their halves', () => {
    expect(check(`// ${'🙂'.repeat(97)}`)).toEqual([])
    expect(check(`// ${'🙂'.repeat(98)}`)).toHaveLength(1)
  })

  it('does not limit a line that is one address', () => {
    expect(check(`// ${url}`)).toEqual([])
    expect(check(`/**\n * The source:\n * ${url}\n */\nconst a = 1`)).toEqual([])
    expect(check(`// see ${url}`)).toHaveLength(1)
  })

  it('does not limit what only looks like a comment', () => {
    expect(check(`const a = '// ${wide}'`)).toEqual([])
    expect(check(`const a = \`/* ${wide} */\``)).toEqual([])
    expect(check(`const a = /[/*] ${wide} *[*/]/`)).toEqual([])
    expect(check(`const a = <p>// ${wide} /* ${wide} */</p>`)).toEqual([])
  })

  it('is limited in a style sheet too', () => {
    expect(check(`a { color: red; /* ${wide} */ }`, 'a.css')).toHaveLength(1)
    expect(check(`a::after { content: '/* ${wide} */'; }`, 'a.css')).toEqual([])
  })
})

describe('the word for whoever is at the page', () => {
  it.each([
    ['// Asks the person.', [1]],
    ['/**\n * Asks\n * each Person’s page.\n */\nconst a = 1', [3]],
    ['const a = 1 /* of persons */', [1]],
    ['// Asks the user.', []],
    ['// They meet in person. The field `person` is a name, and this is personal.', []],
    ["const a = 'person'", []],
  ])('is "user": %s', (source, lines) => {
    expect(problemsOf('a.tsx', source).map(({ line }) => line)).toEqual(lines)
  })
})

describe('the first word of a docstring', () => {
  it.each(['Whether there is one.', 'What one is.', 'If there is one.', 'A number.'])(
    'is free: "%s"',
    (text) => expect(check(`/** ${text} */\nfunction a() {}`)).toEqual([]),
  )
})

describe('a sentence of a docstring', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'to').join(' ')
  const doc = (text: string) =>
    check(`/**\n${text.replaceAll(/^/gm, ' * ')}\n */\nconst a = 1`, 'a.ts')

  it('has at most 25 words', () => {
    expect(doc(`Word ${words(24)}.`)).toEqual([])
    expect(doc(`Word ${words(25)}.`)).toEqual([
      '1 The sentence "Word to to to to …" of a docstring has 26 words. Make sentences of at most 25.',
    ])
    expect(doc(`Word ${words(15)}\n${words(15)}.`)).toHaveLength(1)
    expect(doc(`Word ${words(13)}. Word ${words(13)}.`)).toEqual([])
  })

  it('ends with a paragraph, and not with an abbreviation', () => {
    expect(sentencesOf('A one\n\nA two. A three! (A four.) A `five.` 1.5 six')).toHaveLength(5)
    expect(sentencesOf('A one, e.g. Two, i.e. Three, etc. and more.')).toHaveLength(1)
    expect(doc(`Word ${words(12)} e.g. ${words(13)}.`)).toHaveLength(1)
  })

  it('counts code as one word', () => {
    expect(doc(`Word ${words(23)} \`a b c d e f\`.`)).toEqual([])
    expect(doc(`Word ${words(23)} {@link a b c d}.`)).toEqual([])
  })

  it('is not one in a list, a table, code or an example, and is one in another tag', () => {
    expect(doc(`The list:\n- ${words(30)}\n  ${words(30)}\n\nThe end.`)).toEqual([])
    expect(doc(`The table:\n\n| ${words(30)} |`)).toEqual([])
    expect(doc(`The code:\n\`\`\`ts\n${words(30)}\n\`\`\`\nThe end.`)).toEqual([])
    expect(doc(`The code.\n\n@example\n${words(30)}`)).toEqual([])
    expect(doc(`The code.\n\n@throws ${words(30)}`)).toHaveLength(1)
    expect(doc(`The code.\n\n@example\na\n\n@throws ${words(30)}`)).toHaveLength(1)
  })
})
