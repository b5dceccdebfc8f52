import { describe, expect, it } from 'vitest'
import { estimateTokens } from './prompt.ts'

describe('estimateTokens', () => {
  it.each([
    // The counts are those of o200k_base, a public tokenizer.
    ['English', 'The quick brown fox jumps over the lazy dog. It was not amused at all.', 17],
    ['German', 'Die Rechnung über die Bestellung vom Montag wurde noch nicht bezahlt.', 12],
    ['Russian', 'Счёт за заказ от понедельника ещё не оплачен, пожалуйста, проверьте.', 21],
    ['Chinese', '请把这些订单全部导出并发送给财务部门的同事', 16],
    ['Japanese', '月曜日の注文をすべて書き出して経理に送ってください', 18],
    ['Korean', '월요일 주문을 모두 내보내서 회계 부서에 보내 주세요', 16],
    ['JSON', '{"id":1042,"status":"open","total":129.5,"items":[{"sku":"A-7","qty":2}]}', 30],
  ])(
    'R77 is not below 0.7 of a tokenizer’s count for %s, nor above twice',
    (_name, text, count) => {
      const ratio = estimateTokens(text) / count
      expect(ratio).toBeGreaterThan(0.7)
      expect(ratio).toBeLessThan(2)
    },
  )

  it('R77 adds up over pieces, also of one character', () => {
    const text = 'Grüße, 請把 42 🙂'
    const pieces = Array.from({ length: text.length }, (_, at) => text.charAt(at))
    const sum = pieces.reduce((total, piece) => total + estimateTokens(piece), 0)
    expect(sum).toBe(estimateTokens(text))
    expect(estimateTokens('')).toBe(0)
  })
})
