import { call, calls } from '@ambit/testing'
import { describe, expect, it } from 'vitest'
import { agentUnderTest, anyTool } from '../../../test/agent-under-test.ts'
import { Scope } from '../../index.ts'
import { redaction } from '../redaction/index.ts'

const secret = 'Hunter.42-x/y'

/** Texts that hold a secret under a name, in the forms of requests, logs, files and pages. */
const texts = [
  `password="${secret}"`,
  `password='${secret}'`,
  `password=\`${secret}\``,
  `password = "two words ${secret}"`,
  `password=${secret}&x=1`,
  `password: ${secret}`,
  `password: "${secret}"`,
  `user:\n  password: two words ${secret}\n  name: Ada`,
  `private_key: |\n  first ${secret}\n  second ${secret}`,
  `- password: ${secret}`,
  `2026-01-02 ERROR login failed, password: ${secret} user: ada`,
  `{ password: '${secret}', user: 'ada' }`,
  `{\\"password\\":\\"${secret}\\"}`,
  `{"password":{"was":"${secret}"`,
  `{"password":["${secret}","${secret}"], "cut`,
  `"password": "a \\"quoted\\" ${secret}", "cut`,
  `$config['password'] = '${secret}'`,
  `'password' => '${secret}'`,
  `password := "${secret}"`,
  `user[password]=${secret}`,
  `user%5Bpassword%5D=${secret}`,
  `export DB_PASSWORD=${secret}`,
  `SPRING_DATASOURCE_PASSWORD=${secret}`,
  `spring.datasource.password=${secret}`,
  `AWS_SECRET_ACCESS_KEY=${secret}`,
  `Server=db;User Id=app;Password=${secret};`,
  `X-Api-Key: ${secret}`,
  `x-auth-token: ${secret}`,
  `Set-Cookie: sid=${secret}; Path=/`,
  `> Cookie: a=b; sid=${secret}`,
  `Authorization: Token ${secret}`,
  `curl -H 'Authorization: Digest user ${secret}' https://x`,
  `Proxy-Authorization: ${secret}`,
  `mysql --password ${secret} app`,
  `mysql --password=${secret} app`,
  `mysql --password "two words ${secret}" app`,
  `tool --api-key '${secret}'`,
  `tool -token ${secret}`,
  `<password>${secret}</password>`,
  `<a:Password type="text">${secret}</a:Password>`,
  `<clientSecret><![CDATA[<b>${secret}]]></clientSecret>`,
  `postgres://app:${secret.replace('/', '')}@db.local/x`,
  `https://x.test/callback#access_token=${secret}&state=1`,
  `The API key: ${secret}`,
  `new password: ${secret}`,
  `newpassword=${secret}`,
  `password2: ${secret}`,
  `Cookie: a=1; session="${secret}"; b=${secret}`,
  `curl -H 'Cookie: a=1; session="${secret}"' https://x`,
  `Authorization: Digest username="m", response="${secret}"`,
  `At 9: Authorization: Digest username="m", response="${secret}"`,
  `{user: bob, password: hun,${secret}}`,
  `password='it''${secret}'`,
  `"password=""two ${secret}""","next"`,
  `postgres://bob:hun@${secret.replace('/', '')}@db/x`,
  `<input type="password" name="p" value="${secret}">`,
  `<input value='two ${secret}' type='password'/>`,
  `<input type=\\"password\\" value=\\"${secret}\\">`,
  `<add key="password" value="${secret}"/>`,
  `<password value="${secret}"/>`,
  `token: [${secret}]`,
  `<input type="password" value="${secret}`,
]

const names =
  'password newPassword user_password dbPassword x-api-key X-Api-Key OPENAI_API_KEY aws_secret_access_key webhookSecret client-secret userToken GITHUB_TOKEN slackBotToken userPin customerIban PASSWORD newpassword oauthtoken password2 DB_PWD'.split(
    ' ',
  )

/** Data that holds a secret. */
const data: readonly unknown[] = [
  ...names.map((name) => ({ [name]: secret })),
  [['authorization', secret]],
  {
    headers: [
      ['x-api-key', secret],
      ['accept', '*/*'],
    ],
  },
  { headers: [{ name: 'authorization', value: secret }] },
  { header: { key: 'Set-Cookie', value: secret } },
  { cookies: [{ name: 'sid', value: secret }] },
  { fields: [{ label: 'Your new password', value: secret }] },
  { input: { type: 'password', name: 'p', value: secret } },
  { form: { field: 'card_number', values: [secret] } },
  { secrets: { mail: secret } },
  { body: JSON.stringify({ login: { newPassword: secret } }) },
  new Map([['apiKey', secret]]),
  { rawHeaders: ['Host', 'x', 'Cookie', `sid=${secret}`, 'authorization', secret] },
  { credentials: { user: 'ada', pass: secret } },
  { token: { value: secret, expires: 3600 } },
  { cookie: { sid: secret } },
]

const forms = [...texts, ...texts.map((text) => ({ log: [`At start\n${text}\nThe end`] })), ...data]

describe('the forms of secrets', () => {
  it('A10 are hidden in results, errors and contexts', async () => {
    expect(forms.length).toBeGreaterThanOrEqual(81)
    const tools = forms.flatMap((value, at) => [
      anyTool(`result_${at}`, () => value),
      anyTool(`error_${at}`, () =>
        Promise.reject(new Error(typeof value === 'string' ? value : JSON.stringify(value))),
      ),
    ])
    const { agent, model } = agentUnderTest(
      [calls(...tools.map(({ name }) => call(name))), 'done'],
      { tools, use: [redaction()] },
    )
    forms.forEach((value, at) =>
      agent.scopes.register(new Scope({ name: `context_${at}`, context: () => value })),
    )
    await agent.chat('go')
    const sent = model.requests.flatMap(({ prompt }) =>
      prompt.flatMap(({ content }) =>
        (typeof content === 'string' ? content : JSON.stringify(content)).split('</scope-context>'),
      ),
    )
    const kept = secret.replace('/', '')
    expect(sent.filter((text) => text.includes(secret) || text.includes(kept))).toEqual([])
    expect(JSON.stringify(agent.history.messages)).not.toContain(secret)
    expect(sent.join('').split('[redacted]').length).toBeGreaterThan(3 * forms.length)
  })

  it('A10 leave the text around them as it is', () => {
    const { redact } = redaction()
    const shown = (given: string) => redact(`At 9: ${given}`).slice('At 9: '.length)
    expect([
      shown('password="x y", user="ada"'),
      shown('mysql --password x app'),
      shown('login, password: x user: ada'),
      shown('a=1&token=x&b=2'),
      shown('<password>x</password><b>1</b>'),
      shown('{\\"password\\":\\"x\\",\\"b\\":1}'),
      shown('{"password":{"a":{"b":"x"}},"c":1'),
      shown("-H 'Cookie: a=b; c=d' -v"),
      shown('-H \'Cookie: a=b; c="d"\' -v'),
      shown('token=x,b=2'),
      shown("password='it''s', b='c'"),
      shown('<input type="password" value="x" id="p"><b>1</b>'),
    ]).toEqual([
      'password="[redacted]", user="ada"',
      'mysql --password [redacted] app',
      'login, password: [redacted] user: ada',
      'a=1&token=[redacted]&b=2',
      '<password>[redacted]</password><b>1</b>',
      '{\\"password\\":\\"[redacted]\\",\\"b\\":1}',
      '{"password":[redacted],"c":1',
      "-H 'Cookie: [redacted]' -v",
      "-H 'Cookie: [redacted]' -v",
      'token=[redacted],b=2',
      "password='[redacted]', b='c'",
      '<input type="password" value="[redacted]" id="p"><b>1</b>',
    ])
    expect(redact('user:\n  password: x y\nname: Ada')).toBe(
      'user:\n  password: [redacted]\nname: Ada',
    )
    expect(
      JSON.parse(redact('{"a":[["token","x"],["b","c"]],"h":[{"name":"token","value":"x"}]}')),
    ).toEqual({
      a: [
        ['token', '[redacted]'],
        ['b', 'c'],
      ],
      h: [{ name: 'token', value: '[redacted]' }],
    })
  })
})

describe('what only looks like a secret', () => {
  it('A10 stays: names', () => {
    const harmless =
      'monkey spin spinning pinned mapPin rowPin token_count tokenCount tokens maxTokens nextPageToken pageToken next_token continuationToken syncToken cancelToken designToken secretary secretariat authorizationUrl authorizationStatus passwordHint passwordResetUrl tokenType apiKeyId cookieBanner cookieConsent key publicKey primaryKey foreignKey sortKey keyboard id userId orderNumber accountNumber zipCode promoCode statusCode invalidtoken otpEnabled shipping class classname bypass compass author'.split(
        ' ',
      )
    const given = Object.fromEntries(harmless.map((name) => [name, 'kept as it is']))
    const { redact } = redaction()
    expect(JSON.parse(redact(JSON.stringify(given)))).toEqual(given)
    const lines = harmless.map((name) => `${name}=kept`).join('\n')
    expect(redact(lines)).toBe(lines)
  })

  it('A10 stays: prose, prices, dates, numbers and switches', () => {
    const { redact } = redaction()
    for (const kept of [
      'the password: is required',
      'Password: must have eight characters',
      'Token: the unit of text that a model reads',
      'Your password is wrong. Enter another password, or ask for a new one.',
      'A secret: it is not one.',
      'Authorization: the act of allowing something',
      'password: string',
      'hasPassword: true, token=null, secret: false',
      'Total: 12.50 EUR; ratio 16:9; at 12:30; id: 4711; key: value',
      'The price=5, the tax = 7 %, a == b, x => y',
      'Bring your own key - password managers welcome',
      'Use --password to set it, or --token-file x',
      'https://example.com/a?b=c&page_token=d#e',
      'https://example.com:8080/path',
      '<label for="password">Password</label>',
      'order-1234567890123456 and 0d9f4c2e-6f1c-4f9b-9c56-8f6f7b1f2a11',
    ]) {
      expect(redact(kept)).toBe(kept)
    }
    const data = {
      hasPassword: true,
      password: null,
      isSecret: false,
      required: ['password', 'email'],
      sides: [['left', 'right']],
      option: { name: 'color', value: 'red' },
      page: { key: 'pageToken', value: 'abc' },
    }
    expect(JSON.parse(redact(JSON.stringify(data)))).toEqual(data)
  })

  it('A10 stays: goods, currencies, places and sentences with the name of a secret', () => {
    const { redact } = redaction()
    const data = [
      {
        rows: [
          ['Chocolate cookie', 12],
          ['Brownie', 8],
        ],
      },
      {
        rows: [
          ['Chocolate cookie', 'sweet'],
          ['Pretzel', 'salty'],
        ],
      },
      [['cookie', 12]],
      { name: 'Chocolate cookie', value: 3.5 },
      { cookie: 3 },
      { token: 0.25 },
      { token: { symbol: 'ETH', price: 3000, chain: { name: 'Main net' } } },
      { cookie: { flavour: 'chocolate', pieces: 12 } },
      { secret: { title: 'The secret of the lake', pages: 300 } },
      { rawHeaders: ['Host', 'example.com'] },
    ]
    for (const kept of data) expect(JSON.parse(redact(JSON.stringify(kept)))).toEqual(kept)
    for (const kept of [
      "[['Chocolate cookie', 12], ['Brownie', 8]]",
      "{ name: 'Chocolate cookie', value: 3.5 }",
      '{ cookie: 3 }',
      "{ token: { symbol: 'ETH', price: 3000 } }",
      'Pin: 560001',
      'Secret: everyone loves it',
      'Cookie: a small cake',
      'bearer acknowledgements',
      'a basic responsibilities list',
      'sk-ilometer-jump-contest',
      '<input type="text" name="city" value="Pune"><meta name="author" content="Ada">',
      'http://a.test:80/x, mail bob@example.com',
      '["http://a.test:80","bob@example.com", cut',
    ]) {
      expect(redact(kept)).toBe(kept)
    }
  })

  it('A10 hides a loose name that is one’s own field, and a number that fits a pattern', () => {
    const own = redaction({ fields: ['token'], patterns: [/\d{16}/] })
    expect(own.redact('{"token":{"symbol":"ETH"},"a":4111111111111111,"b":12}')).toBe(
      '{"token":"[redacted]","a":"[redacted]","b":12}',
    )
    expect(own.redact('{"token":3}')).toBe('{"token":"[redacted]"}')
  })

  it('A10 takes one’s own fields as they are written', () => {
    const { redact } = redaction({ fields: ['name'] })
    expect(redact('{"name":"Ada","fileName":"a.txt"}')).toBe(
      '{"name":"[redacted]","fileName":"a.txt"}',
    )
  })
})
