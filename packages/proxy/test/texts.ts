import { createHash } from 'node:crypto'

/** Returns bytes that look random, and are the same in each run. */
export function bytesOf(length: number, seed = 'a'): Buffer {
  const parts: Buffer[] = []
  for (let nth = 0; nth * 32 < length; nth++) {
    parts.push(createHash('sha256').update(`${seed}${nth}`).digest())
  }
  return Buffer.concat(parts).subarray(0, length)
}

const pick = (length: number, alphabet: string): string =>
  Array.from(bytesOf(length), (byte) => alphabet[byte % alphabet.length]).join('')
const lower = 'abcdefghijklmnopqrstuvwxyz'
const orders = Array.from({ length: 40 }, (_, nth) => ({
  id: 1000 + nth,
  status: nth % 2 ? 'open' : 'paid',
  total: 129.5 + nth,
  customer: { name: 'Ada Lovelace', city: 'London' },
  items: [{ sku: `A-${nth}`, qty: nth }],
}))

/** A schema of a tool, as a form library writes it. */
export const schema: Record<string, unknown> = {
  type: 'object',
  properties: Object.fromEntries(
    ['title', 'startsAt', 'attendees', 'roomNumber', 'reminderMinutes'].map((name) => [
      name,
      {
        type: ['string', 'null'],
        description: `The ${name} of the meeting, as the user wrote it in the form.`,
        maxLength: 200,
      },
    ]),
  ),
  required: ['title', 'startsAt'],
  additionalProperties: false,
}

/** Texts that people and programs write, in many scripts. */
export const texts: Readonly<Record<string, string>> = {
  English:
    'The committee met on Thursday to discuss the proposal, which had been delayed twice already. Nobody expected a decision before the end of the quarter, and several members said that they needed more time. If you have any questions, please write to us or call the number below between nine and five.',
  German:
    'Die Geschäftsführung hat gestern beschlossen, die Lieferbedingungen für Großkunden zu überarbeiten. Rechnungsempfänger müssen künftig eine Umsatzsteueridentifikationsnummer angeben, sonst verzögert sich die Auftragsbestätigung.',
  French:
    "L'année dernière, l'équipe a répondu à plus de dix mille demandes. Aujourd'hui, nous voudrions savoir comment vous êtes arrivés jusqu'à nous.",
  Vietnamese:
    'Chúng tôi xin thông báo rằng đơn hàng của quý khách đã được gửi đi vào sáng nay và dự kiến sẽ đến nơi trong vòng ba ngày làm việc.',
  Russian:
    'Комитет собрался в четверг, чтобы обсудить предложение, которое уже дважды откладывалось. Никто не ожидал решения до конца квартала, и несколько членов сказали, что им нужно больше времени.',
  Greek:
    'Η επιτροπή συνεδρίασε την Πέμπτη για να συζητήσει την πρόταση που είχε ήδη καθυστερήσει δύο φορές.',
  Chinese:
    '委员会星期四开会讨论了这项已经推迟两次的提案。没有人指望在季度结束之前作出决定,几位成员表示他们需要更多时间。与此同时,办公室将继续回复来信,并将发布一份关于人们提出的要求的简短报告。',
  'traditional Chinese':
    '委員會星期四開會討論了這項已經推遲兩次的提案。沒有人指望在季度結束之前作出決定,幾位成員表示他們需要更多時間。',
  Japanese:
    '委員会は木曜日に会合を開き、すでに二度延期された提案について話し合いました。四半期末までに決定が下されるとは誰も予想しておらず、数人の委員はもっと時間が必要だと述べました。',
  Korean:
    '위원회는 이미 두 번 연기된 제안을 논의하기 위해 목요일에 회의를 열었습니다. 분기 말 이전에 결정이 내려질 것으로 기대한 사람은 없었으며 여러 위원은 시간이 더 필요하다고 말했습니다.',
  Thai: 'คณะกรรมการได้ประชุมเมื่อวันพฤหัสบดีเพื่อหารือเกี่ยวกับข้อเสนอที่ล่าช้ามาแล้วสองครั้ง ไม่มีใครคาดหวังว่าจะมีการตัดสินใจก่อนสิ้นไตรมาส',
  Arabic:
    'اجتمعت اللجنة يوم الخميس لمناقشة الاقتراح الذي تأخر مرتين بالفعل. لم يتوقع أحد قرارا قبل نهاية الربع، وقال العديد من الأعضاء إنهم بحاجة إلى مزيد من الوقت.',
  Hebrew:
    'הוועדה התכנסה ביום חמישי כדי לדון בהצעה שנדחתה כבר פעמיים. איש לא ציפה להחלטה לפני סוף הרבעון.',
  Hindi:
    'समिति ने गुरुवार को उस प्रस्ताव पर चर्चा करने के लिए बैठक की जो पहले ही दो बार टल चुका है। तिमाही के अंत से पहले किसी को निर्णय की उम्मीद नहीं थी, और कई सदस्यों ने कहा कि उन्हें और समय चाहिए।',
  emoji: '😀🎉👍🏽🚀❤️🔥👨‍👩‍👧‍👦🇩🇪🥳✅📦💡🙏🏿🤖🧪',
  code: `export function openExchange(given: ExchangeOptions): Exchange {\n  const { request, options } = given\n  const startedAt = performance.now()\n  let isFinished = false\n\n  async function settleNow(): Promise<void> {\n    if (isFinished) return\n    await settle?.(used).catch(() => {})\n  }\n}\n`,
  'minified JS':
    'function e(t,n){for(var r=0,o=[];r<t.length;r++)t[r]!==n&&o.push(t[r]);return o}var a=(e,t)=>t in e?e[t]:void 0,i=Object.defineProperty,s=(e,t,n)=>(((e,t,n)=>{t in e?i(e,t,{enumerable:!0,configurable:!0,writable:!0,value:n}):e[t]=n})(e,"symbol"!=typeof t?t+"":t,n),n);export{e as default,a as g,s as p};',
  JSON: JSON.stringify(orders),
  'indented JSON': JSON.stringify(orders, null, 2),
  CSV: orders.map(({ id, total, status }) => `${id},2026-01-07,${total},EUR,${status}`).join('\n'),
  HTML: '<div class="card"><a href="/orders/1042?tab=items" data-id="x7">Order 1042</a><ul><li>open</li></ul></div>'.repeat(
    9,
  ),
  'a tool schema': JSON.stringify(schema),
  base64: bytesOf(6000).toString('base64'),
  hex: bytesOf(3000).toString('hex'),
  'no white space':
    'thecommitteemetonthursdaytodiscusstheproposalwhichhadbeendelayedtwicealready'.repeat(80),
}

/** Texts that somebody makes so that they have many tokens for their length. */
export const madeTexts: Readonly<Record<string, string>> = {
  'random letters': pick(4000, lower),
  'random letters of both cases': pick(4000, lower + lower.toUpperCase()),
  'single letters': Array.from(pick(2000, lower)).join(' '),
  'random signs': pick(2000, '!?.,:;-_#+*~<>|()[]{}=&%$/"'),
  'a letter a line': 'a\n'.repeat(1000),
  'control characters': pick(2000, '\u0001\u0002\u0003\u0004\u0005\u0006\u0007\u0008'),
  'rare Chinese': Array.from(bytesOf(1000), (byte, at) =>
    String.fromCodePoint(0x4e00 + ((byte * 251 + at * 97) % 20_900)),
  ).join(''),
  'Chinese beyond 16 bits': Array.from(bytesOf(500), (byte, at) =>
    String.fromCodePoint(0x20000 + ((byte * 251 + at * 97) % 40_000)),
  ).join(''),
  'rare Latin': Array.from(bytesOf(1000), (byte, at) =>
    String.fromCodePoint(0x100 + ((byte + at) % 0x180)),
  ).join(''),
}
