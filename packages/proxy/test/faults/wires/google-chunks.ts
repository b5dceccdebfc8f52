import type { Frame } from '../wire.ts'
import { chunk } from './google-generate-content.ts'

export const data = (given: object): Frame => ({ label: 'text', data: JSON.stringify(given) })
export const parts = (...given: object[]): Frame => ({ label: 'text', data: chunk(given) })
export const raw = (given: object[] | undefined, reason: string): Frame => ({
  label: 'finish',
  data: given ? chunk(given, reason) : JSON.stringify({ candidates: [{ finishReason: reason }] }),
})
export const called = (title: string): object => ({
  functionCall: { name: 'save', args: { title } },
})
