import type { PendingApproval } from '@ambit/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { openRequest } from '../../test/open-request.ts'
import { renderCopilot } from '../../test/render-copilot.tsx'

/** The sizes of the page: of phones, a tablet, a desktop, and that of a desktop at 200 %. */
const sizes = [
  [320, 640],
  [390, 844],
  [768, 1024],
  [1440, 900],
  [720, 450],
] as const

interface Words {
  readonly sentence: string
  /** The names of a status, an amount, a date and a note. */
  readonly names: readonly [string, string, string, string]
  readonly status: readonly [string, string]
  readonly note: string
}

const locales: Readonly<Record<string, Words>> = {
  en: {
    sentence: 'Refund €5.00 of A-23803 to Sami Garcia?',
    names: ['Status', 'Amount', 'Due', 'Note'],
    status: ['open', 'cancelled'],
    note: 'The parcel never arrived.',
  },
  de: {
    sentence: 'Rückerstattung von 5,00\u00A0€ für A-23803 an Willem Albrechtsberger?',
    names: ['Bearbeitungsstatus', 'Rückerstattungsbetrag', 'Fälligkeitsdatum', 'Anmerkung'],
    status: ['Zahlungsaufforderung', 'Versandbenachrichtigung'],
    note: 'Empfangsbestätigung fehlt, Nachforschungsauftrag läuft.',
  },
  fr: {
    sentence: 'Rembourser 5,00\u202F€ de A-23803 à Aurélie Lefebvre ?',
    names: ['État', 'Montant', 'Échéance', 'Remarque'],
    status: ['en préparation', 'annulée'],
    note: 'Le colis n’est jamais arrivé.',
  },
  es: {
    sentence: '¿Reembolsar 5,00 € de A-23803 a Íñigo Etxeberria?',
    names: ['Estado', 'Importe', 'Vencimiento', 'Observaciones'],
    status: ['pendiente', 'cancelado'],
    note: 'El paquete no llegó nunca.',
  },
  ru: {
    sentence: 'Вернуть 5,00 € за A-23803 покупателю Вознесенскому?',
    names: ['Состояние', 'Сумма', 'Срок', 'Примечание'],
    status: ['обрабатывается', 'аннулирован'],
    note: 'Покупатель не получил посылку.',
  },
  ar: {
    sentence: 'هل تريد إعادة 5.00 يورو من الطلب A-23803 إلى سامي غارسيا؟',
    names: ['الحالة', 'المبلغ', 'تاريخ الاستحقاق', 'ملاحظة'],
    status: ['مفتوح', 'ملغى'],
    note: 'لم تصل الشحنة إلى العنوان.',
  },
  hi: {
    sentence: 'सामी गार्सिया को A-23803 के €5.00 लौटाएँ?',
    names: ['स्थिति', 'राशि', 'अंतिम तिथि', 'टिप्पणी'],
    status: ['खुला', 'रद्द किया गया'],
    note: 'पार्सल कभी नहीं पहुँचा।',
  },
  ja: {
    sentence: 'ガルシア様へ注文 A-23803 の 5.00 ユーロを返金しますか？',
    names: ['状態', '返金額', '期日', '備考'],
    status: ['受付済み', '取り消し'],
    note: '荷物が届きませんでした。',
  },
  ko: {
    sentence: '가르시아 님에게 A-23803 주문의 €5.00를 환불할까요?',
    names: ['상태', '금액', '기한', '메모'],
    status: ['처리 중', '취소됨'],
    note: '소포가 도착하지 않았습니다.',
  },
  th: {
    sentence: 'คืนเงิน €5.00 ของ A-23803 ให้คุณซามี การ์เซีย?',
    names: ['สถานะ', 'จำนวนเงิน', 'ครบกำหนด', 'หมายเหตุ'],
    status: ['เปิดอยู่', 'ยกเลิกแล้ว'],
    note: 'พัสดุไม่เคยมาถึง',
  },
}

/** Returns the request of a refund, in the words of a locale. */
function requestIn({ sentence, names, status, note }: Words): Partial<PendingApproval> {
  const [state, amount, due, remark] = names
  const [before, after] = status
  const rowId = 'A-23788, Willem Albrecht'
  return {
    sentence,
    args: { amount: 12_345.5, due: '2026-11-22', note, confirmed: true, row: 'A-23788' },
    parameters: {
      type: 'object',
      properties: {
        amount: { type: 'number', title: amount, unit: 'EUR' } as never,
        due: { type: 'string', title: due, format: 'date' },
        note: { type: 'string', title: remark },
      },
    },
    preview: {
      before: [{ row: rowId, [state]: before, [amount]: '12.345,50 €' }],
      after: [{ row: rowId, [state]: after, [amount]: '0,00 €' }],
    },
    effect: 'destructive',
    cause: 'effect',
  }
}

/** Returns the texts of an element that a user sees, each with the element around it. */
function textsIn(card: Element): readonly (readonly [Text, Element])[] {
  const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
  const texts: [Text, Element][] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const around = node.parentElement
    if (around && node.textContent?.trim() && !around.closest('.ambit-only-spoken'))
      texts.push([node as Text, around])
  }
  return texts
}

/** Lines may end anywhere in these scripts. */
const endsAnywhere = /\p{scx=Han}|\p{scx=Hiragana}|\p{scx=Katakana}|\p{scx=Hangul}|\p{scx=Thai}/u

/** Returns what is clipped, or broken though the card has room for it on a line of its own. */
function faultsIn(card: Element, locale: string): readonly string[] {
  const faults: string[] = []
  const box = card.getBoundingClientRect()
  const { paddingLeft, paddingRight } = getComputedStyle(card)
  const room = box.width - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  const range = document.createRange()
  for (const [text, around] of textsIn(card)) {
    range.selectNodeContents(text)
    const own = around.getBoundingClientRect()
    for (const { left, right } of range.getClientRects()) {
      const isIn = left >= box.left && right <= box.right
      const isClipped = around.scrollWidth > around.clientWidth + 1 && around.clientWidth > 0
      if (!isIn || isClipped) faults.push(`out of ${own.width}: ${text.data}`)
    }
    const words = new Intl.Segmenter(locale, { granularity: 'word' }).segment(text.data)
    const amounts = [...text.data.matchAll(/[\d.,]+[\u00A0\u202F]€|A-\d+/g)]
    const ofText = amounts.map(({ 0: segment, index }) => ({ segment, index, isWordLike: true }))
    for (const { segment, index, isWordLike } of [...words, ...ofText]) {
      if (!isWordLike || endsAnywhere.test(segment)) continue
      range.setStart(text, index)
      range.setEnd(text, index + segment.length)
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
      const width = rects.reduce((sum, rect) => sum + rect.width, 0)
      const lines = new Set(rects.map(({ bottom }) => Math.round(bottom / 4)))
      if (lines.size > 1 && width < room) faults.push(`broken: ${segment}`)
    }
  }
  // The values of all rows begin in one column, in the preview and below it.
  const values = [...card.querySelectorAll('dl > div:not([data-long]) > dd')]
  const starts = values.map((value) => {
    const { left, right } = value.getBoundingClientRect()
    return Math.round(getComputedStyle(value).direction === 'rtl' ? right : left)
  })
  if (new Set(starts).size > 1) faults.push(`values begin at ${starts.join(', ')}`)
  return faults
}

describe('a card in a language', () => {
  it.each(Object.entries(locales))('%s is whole at each size of the page', async (lang, words) => {
    const { documentElement: root } = document
    root.lang = lang
    root.dir = lang === 'ar' ? 'rtl' : 'ltr'
    onTestFinished(() => {
      root.removeAttribute('lang')
      root.removeAttribute('dir')
    })
    const { agent } = await renderCopilot([])
    openRequest(agent, requestIn(words))
    const card = page.getByRole('group', { name: words.sentence })
    await expect.element(card).toBeVisible()
    const found: string[] = []
    for (const [width, height] of sizes) {
      await page.viewport(width, height)
      await new Promise(requestAnimationFrame)
      const element = card.element()
      expect(textsIn(element).length).toBeGreaterThan(12)
      found.push(...faultsIn(element, lang).map((fault) => `${width}: ${fault}`))
    }
    expect(found).toEqual([])
  })
})
