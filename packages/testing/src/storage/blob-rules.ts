import { check, same } from './check.ts'
import type { Rule } from './rule.ts'
import { said } from './samples.ts'

const bytesOf = async (blob: Blob | undefined): Promise<number[] | undefined> =>
  blob && [...new Uint8Array(await blob.arrayBuffer())]

export const blobRules: readonly Rule[] = [
  {
    name: 'keeps no files, as it was said',
    unless: 'blobs',
    advice: 'Take `blobs` out of the option `without`, so that the rules of files are tested.',
    async run(pages) {
      const storage = await pages.open()
      check(
        !('putBlob' in storage) && !('getBlob' in storage),
        'The storage has `putBlob` or `getBlob`.',
      )
    },
  },
  {
    name: 'keeps the files of a session by their hash, until it is deleted',
    needs: ['blobs'],
    advice: 'Key files by session and hash. A hash that is there already stores nothing.',
    async run(pages) {
      const [one, other] = await pages.openTwo()
      check(!!one.putBlob && !!one.getBlob, 'The storage has no `putBlob`, or no `getBlob`.')
      for (const id of ['s1', 's2']) {
        const claim = await pages.claim(one, id)
        await claim.write({ at: 2, messages: [said('a')] })
        await claim.release()
      }
      const bytes = [0, 255, 128, 10, 13, 0]
      const blob = new Blob([new Uint8Array(bytes)], { type: 'image/png' })
      await one.putBlob?.('s1', 'hash', blob)
      await other.putBlob?.('s1', 'hash', blob)
      await one.putBlob?.('s1', 'none', new Blob([]))
      await one.putBlob?.('s2', 'hash', blob)
      same(await bytesOf(await other.getBlob?.('s1', 'hash')), bytes, 'The bytes')
      same(await bytesOf(await other.getBlob?.('s1', 'none')), [], 'The bytes of an empty file')
      same(await other.getBlob?.('s1', 'other'), undefined, 'A file with an unknown hash')
      same(await other.getBlob?.('s3', 'hash'), undefined, 'A file of an unknown session')
      await other.delete('s1')
      same(await one.getBlob?.('s1', 'hash'), undefined, 'The file of a deleted session')
      same(await bytesOf(await one.getBlob?.('s2', 'hash')), bytes, 'The file of the other session')
    },
  },
]
