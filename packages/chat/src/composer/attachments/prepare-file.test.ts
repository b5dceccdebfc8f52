import { createAgent, createProxyModel } from '@ambit/core'
import { scriptedModel } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { englishComposer } from '../../strings/composer-strings.ts'
import type { AttachmentRules } from './attachment-rules.ts'
import { prepareFile, roomOf } from './prepare-file.ts'

const room = { total: 3_000_000, held: 0, waiting: 1 }
const prepare = (file: File, rules: AttachmentRules = {}, left = room) =>
  prepareFile(file, rules, left, englishComposer)

const bytes = (start: string, size = 64) =>
  Uint8Array.from({ length: size }, (_, at) => start.charCodeAt(at) || 0)

const jpeg = '\xff\xd8\xff\xe0\0\x10JFIF\0'

function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const head = bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')
  new DataView(head.buffer).setUint32(16, width)
  new DataView(head.buffer).setUint32(20, height)
  return head
}

describe('prepareFile', () => {
  it.each([
    ['a JPEG that is called .png', bytes(jpeg), 'a.png', 'image/png', 'image/jpeg'],
    ['a PNG', png(10, 10), 'a.png', 'image/png', 'image/png'],
    ['a PNG without a type', png(10, 10), 'a', '', 'image/png'],
    ['a PDF', bytes('%PDF-1.7'), 'a.bin', '', 'application/pdf'],
    ['a table', 'a;b', 'a.csv', 'text/csv', 'text/csv'],
    ['a table of Windows', 'a;b', 'a.csv', 'application/vnd.ms-excel', 'text/plain'],
    ['Markdown without a type', '# a', 'a.md', '', 'text/plain'],
    ['JSON', '{}', 'a.json', 'application/json', 'application/json'],
    ['SVG', '<svg/>', 'a.svg', 'image/svg+xml', 'image/svg+xml'],
    ['text in UTF-16', Uint8Array.of(0xff, 0xfe, 0x61, 0), 'a.txt', 'text/plain', 'text/plain'],
  ])('gives %s the type of its bytes', async (_, content, name, type, made) => {
    const file = await prepare(new File([content], name, { type }))
    expect(file).toBeInstanceOf(File)
    expect(file).toMatchObject({ name, type: made })
  })

  it.each([
    ['a HEIC', bytes('\0\0\0\x18ftypheic'), 'photo.heic', 'image/heic'],
    ['a HEIC that is called .jpg', bytes('\0\0\0\x18ftypheic'), 'photo.jpg', 'image/jpeg'],
    ['what is no picture', 'hello', 'photo.png', 'image/png'],
    ['a program that is text', 'echo', 'run.exe', 'application/x-msdownload'],
    ['an archive', bytes('PK\x03\x04'), 'a.zip', 'application/zip'],
    ['an archive that is called .txt', bytes('PK\x03\x04'), 'a.txt', 'application/zip'],
    ['a picture that is too long to be sent as it is', png(1440, 8570), 'page.png', 'image/png'],
  ])('refuses %s by name', async (_, content, name, type) => {
    expect(await prepare(new File([content], name, { type }))).toBe(englishComposer.fileKind(name))
  })

  it('takes another kind if the application names it', async () => {
    const archive = new File([bytes('PK\x03\x04')], 'a.zip', { type: 'application/zip' })
    expect(await prepare(archive, { types: ['.zip'] })).toMatchObject({ type: 'application/zip' })
  })

  it('refuses what is too large, alone or with the others', async () => {
    const pdf = new File([bytes('%PDF-1.7', 5000)], 'a.pdf')
    expect(await prepare(pdf, { maxBytes: 4000 })).toBe(englishComposer.fileSize('a.pdf', 4000))
    const small = { ...room, total: 4000 }
    expect(await prepare(pdf, {}, small)).toBe(englishComposer.fileSize('a.pdf', 4000))
    const left = { ...room, total: 6000, held: 2000 }
    expect(await prepare(pdf, {}, left)).toBe(englishComposer.filesSize('a.pdf', 6000))
  })
})

describe('roomOf', () => {
  const agentOver = (body: object) =>
    createAgent({
      model: createProxyModel({
        baseURL: 'https://app.test/api/agent',
        modelId: 'm',
        fetch: async () => Response.json(body),
      }),
    })

  it.each([
    [{ models: [], limits: { bytes: 1_000_000, messages: 1, tools: 1 } }, 637_500],
    [{ models: [], limits: { messages: 1, tools: 1 } }, Infinity],
    [{ models: [] }, 2_673_868],
    [{}, 2_673_868],
  ])('is what the proxy takes: %j', async (body, most) => {
    expect(await roomOf(agentOver(body))).toBe(most)
  })

  it('has no end without a proxy', async () => {
    expect(await roomOf(createAgent({ model: scriptedModel([]) }))).toBe(Infinity)
  })
})
