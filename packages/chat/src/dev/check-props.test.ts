import { afterEach, describe, expect, it, vi } from 'vitest'
import { checkProps } from './check-props.ts'

const warn = vi.spyOn(console, 'warn').mockReturnValue()

/** Returns what the console is told of props. */
function toldOf(props: object, owner: Parameters<typeof checkProps>[0] = 'Copilot'): string[] {
  warn.mockClear()
  checkProps(owner, props)
  return warn.mock.calls.map(([text]) => String(text).replace('[ambit] ', ''))
}

describe('checkProps', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('says nothing of what exists', () => {
    expect(
      toldOf({
        title: 'Otto',
        place: { side: 'start', width: { max: 500 } },
        start: () => ({ greeting: 'Hello' }),
        composer: { attachments: { types: ['.csv'] }, commands: [] },
        messages: { markdown: { renderCode: () => undefined } },
        meter: true,
        marks: false,
        notice: undefined,
        parts: { Call: () => undefined },
        strings: { problems: { notLoaded: '…' }, pending: { allow: 'Ja' } },
      }),
    ).toEqual([])
  })

  it('names each prop and each key of a group that does not exist, and the one that is meant', () => {
    const change = 'so it changes nothing.'
    expect(
      toldOf({
        suggestions: [],
        notise: 'x',
        xyz: 1,
        messages: { onFeedbck: () => undefined, allowedImageOrigins: [] },
        composer: { attachments: { accept: '.csv' } },
      }),
    ).toEqual([
      `There is no \`suggestions\` of <Copilot>, ${change} Use \`start={{ suggestions }}\`.`,
      `There is no \`notise\` of <Copilot>, ${change} Use \`notice\`.`,
      `There is no \`xyz\` of <Copilot>, ${change} Correct its name, or leave it out.`,
      `There is no \`accept\` of \`composer.attachments\` of <Copilot>, ${change} Use \`composer={{ attachments: { types } }}\`.`,
      `There is no \`onFeedbck\` of \`messages\` of <Copilot>, ${change} Use \`onFeedback\`.`,
      `There is no \`allowedImageOrigins\` of \`messages\` of <Copilot>, ${change} Use \`messages={{ images }}\`.`,
    ])
  })

  it('says each once, and where an option stands that is not one of the widget', () => {
    expect(toldOf({ preload: 'now', theme: 'system' })).toEqual([
      'There is no `preload` of <Copilot>, so it changes nothing. Use `preload` of the agent.',
      '`theme` of <Copilot> is "system". Use "auto".',
    ])
    expect(toldOf({ preload: 'now', theme: 'system' })).toEqual([])
  })

  it('names the wing of a text that stands outside of it', () => {
    expect(toldOf({ strings: { send: 'Los', chat: { title: 'Otto' } } })).toEqual([
      'There is no `send` of `strings` of <Copilot>, so it changes nothing. Use `strings={{ composer: { send } }}`.',
    ])
  })

  it('names the place of a text that is not in its wing', () => {
    expect(toldOf({ strings: { chat: { send: 'Los', titles: 'Otto' } } })).toEqual([
      'There is no `send` of `strings.chat` of <Copilot>, so it changes nothing. Use `strings={{ composer: { send } }}`.',
      'There is no `titles` of `strings.chat` of <Copilot>, so it changes nothing. Use `title`.',
    ])
  })

  it('finds the nearest of all names, those that stand elsewhere too', () => {
    expect(
      toldOf({ attachements: true, strings: { sned: 'Los', composer: { sedn: 'Los' } } }),
    ).toEqual([
      'There is no `attachements` of <Copilot>, so it changes nothing. Use `composer={{ attachments }}`.',
      'There is no `sned` of `strings` of <Copilot>, so it changes nothing. Use `strings={{ composer: { send } }}`.',
      'There is no `sedn` of `strings.composer` of <Copilot>, so it changes nothing. Use `send`.',
    ])
    expect(toldOf({ notize: 'x', attachemnts: true }, 'Chat.Root')).toEqual([
      'There is no `notize` of <Chat.Root>, so it changes nothing. Use `notice` of <Chat.Status>.',
      'There is no `attachemnts` of <Chat.Root>, so it changes nothing. Use `attachments` of <Chat.Composer>.',
    ])
  })

  it('names a part that does not exist, or cannot be replaced', () => {
    expect(toldOf({ parts: { Messages: () => undefined, Popup: () => undefined } })).toEqual([
      'There is no `Messages` of `parts` of <Copilot>, so it changes nothing. Use `Message`.',
      'There is no `Popup` of `parts` of <Copilot>, so it changes nothing. Correct its name, or leave it out.',
    ])
  })

  it('names the part that has what `Chat.Root` has not', () => {
    const given = { suggestions: [], attachments: true, side: 'start', notice: 'x', images: [] }
    const change = 'of <Chat.Root>, so it changes nothing.'
    expect(toldOf(given, 'Chat.Root')).toEqual([
      `There is no \`suggestions\` ${change} Use \`start={{ suggestions }}\` of <Chat.Empty>.`,
      `There is no \`attachments\` ${change} Use \`attachments\` of <Chat.Composer>.`,
      `There is no \`side\` ${change} Use \`place={{ side }}\` of <Chat.Popup>.`,
      `There is no \`notice\` ${change} Use \`notice\` of <Chat.Status>.`,
      `There is no \`images\` ${change} Use \`messages={{ images }}\`.`,
    ])
  })

  it('names a key of an entry of a list, and what is not a list', () => {
    expect(
      toldOf({
        start: { suggestions: ['Sum up', { lable: 'Sum up' }] },
        composer: {
          commands: [{ nam: 'sum' }, { name: 'sum', promt: 'Sum up' }],
          mentions: [{ title: 'Orders' }],
          attachments: { types: 'image/*' },
        },
      }),
    ).toEqual([
      'There is no `lable` of an entry of `start.suggestions` of <Copilot>, so it changes nothing. Use `label`.',
      'There is no `nam` of an entry of `composer.commands` of <Copilot>, so it changes nothing. Use `name`.',
      'There is no `promt` of an entry of `composer.commands` of <Copilot>, so it changes nothing. Use `prompt`.',
      'There is no `title` of an entry of `composer.mentions` of <Copilot>, so it changes nothing. Correct its name, or leave it out.',
      '`composer.attachments.types` of <Copilot> is not an array.',
    ])
  })

  it('names a value that does not exist, and those that do', () => {
    expect(
      toldOf({ form: 'sidbar', theme: 'drak', place: { side: 'left', offset: { z: 1 } } }),
    ).toEqual([
      'There is no `z` of `place.offset` of <Copilot>, so it changes nothing. Correct its name, or leave it out.',
      '`form` of <Copilot> is "sidbar", which is not one of "popup", "sidebar", "inline".',
      '`theme` of <Copilot> is "drak", which is not one of "auto", "light", "dark".',
      '`place.side` of <Copilot> is "left", which is not one of "start", "end".',
    ])
  })

  it('names the props of a part that do not exist', () => {
    expect(toldOf({ mentionz: [], mentions: [{ labell: 'x' }] }, 'Chat.Composer')).toEqual([
      'There is no `mentionz` of <Chat.Composer>, so it changes nothing. Use `mentions`.',
      'There is no `labell` of an entry of `mentions` of <Chat.Composer>, so it changes nothing. Use `label`.',
    ])
    expect(toldOf({ oppen: true, place: { sid: 'start' } }, 'Chat.Popup')).toEqual([
      'There is no `oppen` of <Chat.Popup>, so it changes nothing. Use `open`.',
      'There is no `sid` of `place` of <Chat.Popup>, so it changes nothing. Use `side`.',
    ])
  })

  it('says nothing in production', () => {
    vi.stubEnv('NODE_ENV', 'production')
    expect(toldOf({ announceAnswers: false })).toEqual([])
  })
})
