declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** The names of the props that exist. */
const owners: Readonly<Record<'Copilot' | 'Chat.Root', string>> = {
  Copilot:
    'className composer defaultOpen form icon marks messages meter notice onOpenChange open parts ' +
    'place shortcut start strings theme title',
  'Chat.Root': 'children className icon messages parts render strings theme title',
}

/** The keys of each group. */
const groups: Readonly<Record<string, string>> = {
  place: 'container offset side topLayer width',
  'place.width': 'default max onChange',
  start: 'greeting suggestions',
  composer: 'attachments commands dictation mentions',
  'composer.attachments': 'maxBytes maxFiles types untrusted',
  messages: 'announce artifacts images markdown onFeedback onNavigate readAloud undoTool',
  'messages.markdown':
    'images onLinkClick onNavigate renderCode renderCodeActions renderLink renderMath strings',
  meter: 'model name onModelChange proxy',
  marks: 'strip touched',
  strings: 'calls chat composer markdown messages meter pending problems session',
}

/** The wings of the texts, by names that a text had outside of them. */
const wings: Readonly<Record<string, string>> = {
  chat:
    'title open close resize conversation emptyTitle emptyText suggestions jump ' +
    'showEarlier more copyConversation saveConversation abilities noAbilities notNow ' +
    'remembered allowedUntil takeBack takeBackOf tookBack working usingTool workingOn ' +
    'answer waiting waitingFor offline waitingForPerson done stopped failed loading',
  composer:
    'withdraw message placeholder send queue steer stop completions attach dictate ' +
    'attachments removeFile fileKind fileSize fileCount queued',
  messages:
    'user assistant app actions copy copied notCopied edit giveUp regenerate readAloud ' +
    'stopReading good bad versions version previousVersion nextVersion notFormatted ' +
    'thinking reasoning cut tooLong filtered showAll sources citation file artifact ' +
    'openArtifact backToConversation saveFile',
  calls:
    'steps stepsTime step stepsFailed stepsUndone allUndone toolPreparing toolPending ' +
    'toolRunning toolAwaiting toolSucceeded toolFailed toolDenied toolCancelled ' +
    'toolInterrupted undo undoAll undoing undone undoFailed undoneCalls notUndoneCalls ' +
    'leftCalls arguments changedArguments askedArguments result toldModel progress ' +
    'duration failures',
  session: 'sessions interrupted resume notStored dismiss sessionList',
  meter: 'tokens cached cost moneyLeft tokensLeft leftUntil model',
  problems:
    'errorTitle unknownError retry notSent withheld tryAgain notChecked reload tooOld ' +
    'copyDetails notLoaded',
  pending: 'approval ask signIns outside',
}

/** The groups that texts had before, whose texts stand in a wing now. */
const groupsOfTexts = { approval: 1, ask: 1, failures: 1, outside: 1, sessionList: 1, signIns: 1 }

/** What to write for a name that a chat has elsewhere, or had once. */
const elsewhere: Readonly<Record<string, string>> = {
  'title="…"': 'name label',
  'place={{ side }}': 'side position',
  'place={{ offset }}': 'offset',
  'place={{ container }}': 'container',
  'place={{ topLayer }}': 'topLayer',
  'place={{ width: { default } }}': 'defaultWidth width',
  'place={{ width: { max } }}': 'maxWidth',
  'place={{ width: { onChange } }}': 'onWidthChange',
  'start={{ greeting }}': 'greeting initialMessage welcomeMessage',
  'start={{ suggestions }}': 'suggestions',
  'composer={{ attachments }}': 'attachments',
  'composer={{ attachments: { types } }}': 'accept',
  'composer={{ commands }}': 'commands',
  'composer={{ mentions }}': 'mentions',
  'composer={{ dictation }}': 'dictation',
  'messages={{ markdown }}': 'markdown',
  'messages={{ artifacts }}': 'artifacts',
  'messages={{ images }}': 'allowedImageOrigins images',
  'messages={{ announce }}': 'announceAnswers announce',
  'messages={{ readAloud }}': 'readAloud',
  'messages={{ onNavigate }}': 'onNavigate',
  'messages={{ onFeedback }}': 'onFeedback',
  'messages={{ undoTool }}': 'undoTool',
  'meter={{ model, onModelChange }}': 'choice',
  'marks={{ touched }}': 'highlight touched',
  'marks={{ strip }}': 'strip',
  '`preload` of the agent': 'preload',
}

const told = new Set<string>()

/**
 * Warns in the console, once for each, of props and of keys of groups that do not exist, with the
 * name that is meant. Does nothing in production.
 */
export function checkProps(owner: keyof typeof owners, props: object): void {
  try {
    // Bundlers replace this value, and leave all checks out of production.
    if (process.env.NODE_ENV !== 'production') checkAll(owner, props)
  } catch {
    // A page without a bundler has no `process`.
  }
}

function checkAll(owner: keyof typeof owners, props: object): void {
  check(`<${owner}>`, props, owners[owner])
  for (const [path, names] of Object.entries(groups)) {
    const group = path.split('.').reduce((value: object, key) => {
      const inner: unknown = Reflect.get(value, key)
      return typeof inner === 'object' && inner !== null ? inner : {}
    }, props)
    check(`\`${path}\` of <${owner}>`, group, names)
  }
  if (Reflect.get(props, 'theme') === 'system')
    hint(`\`theme\` of <${owner}> is "system", which is called "auto" now.`)
}

function check(owner: string, given: object, names: string): void {
  const list = names.split(' ')
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || list.includes(name)) continue
    const inWing = owner.startsWith('`strings`') && wingOf(name)
    const [use = inWing || nearest(name, list)] = inWing
      ? []
      : (Object.entries(elsewhere).find(([, others]) => others.split(' ').includes(name)) ?? [])
    const end = use
      ? `Use ${use.startsWith('`') ? use : `\`${use}\``}.`
      : 'Correct its name, or leave it out.'
    hint(`There is no \`${name.slice(0, 40)}\` of ${owner}, so it changes nothing. ${end}`)
  }
}

function hint(text: string): void {
  if (told.has(text)) return
  told.add(text)
  console.warn(`[ambit] ${text}`)
}

/** Returns where a text stands in its wing; undefined for a name that no text had. */
const wingOf = (name: string): string | undefined => {
  const [wing] = Object.entries(wings).find(([, names]) => names.split(' ').includes(name)) ?? []
  return (
    wing && (name in groupsOfTexts ? `strings={{ ${wing} }}` : `strings={{ ${wing}: { ${name} } }}`)
  )
}

/** Returns the name that shares most pairs of letters with `name`, if that is half of them. */
function nearest(name: string, names: readonly string[]): string | undefined {
  const pairsOf = (word: string): Set<string> =>
    new Set(Array.from(word.toLowerCase(), (_, at) => word.toLowerCase().slice(at, at + 2)))
  const given = pairsOf(name)
  const likeness = (other: string): number => {
    const pairs = pairsOf(other)
    return (2 * [...pairs].filter((pair) => given.has(pair)).length) / (given.size + pairs.size)
  }
  return names
    .filter((other) => likeness(other) >= 0.5)
    .sort((a, b) => likeness(b) - likeness(a))[0]
}
