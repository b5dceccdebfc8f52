import type { Agent, JsonObject, JsonValue, PendingApproval, ToolInstance } from '@ambit/core'
import { type ComponentType, Fragment, memo, type ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { idArgument } from '../tool-card/tool-title.ts'
import { rawText } from '../tool-card/value-text.ts'
import type { ApprovalStrings } from './approval-strings.ts'
import { Fact } from './fact.tsx'
import { ChangeValue, DataValue, isAbove, ListValue, RowTable } from './data-value.tsx'
import { UnseenNote } from './fact-value.tsx'
import { FactName, isLongLabel } from './fact-name.tsx'
import { isLongValue, shownName } from './shown-value.ts'
import { type Change, toChanges } from './to-changes.ts'
import { thingsArg } from './things-arg.ts'
import { usePages } from './use-pages.tsx'
import {
  argWords,
  type ArgWords,
  askedArgs,
  memberWords,
  type Parameters,
  plainText,
} from '../values/arg-words.ts'
import { unseenChars } from './unseen-chars.ts'
import { changesTable } from './to-table.ts'

interface ApprovalFactsProps {
  readonly request: PendingApproval
  readonly strings: ApprovalStrings
  /** True while the arguments stand in the form. The rest, such as the preview, stays in view. */
  readonly isEditing: boolean
}

/**
 * Shows what a user needs to know before they decide: the preview and every argument. Short
 * values stand before long ones. What the tool does not get stands apart, at the end. Many rows are
 * not rendered again for each letter of a comment.
 */
export const ApprovalFacts: ComponentType<ApprovalFactsProps> = memo(Facts)

function Facts({ request, strings, isEditing }: ApprovalFactsProps): ReactElement {
  const { args, preview, previewError, ignored, parameters } = request
  const hasPreview = preview !== undefined && preview !== null
  const changes = hasPreview ? toChanges(preview) : undefined
  const asked = askedArgs(request)
  // What the schema only adds to is told once, as the tool gets it.
  const isChanged = Object.entries(asked).some(([name, value]) => !hasSame(args, name, value))
  const told = withoutShown(isChanged ? asked : args, changes ?? [])
  const things = thingsArg(request, changes)
  if (things !== undefined && hasSame(told, things, args[things])) delete told[things]
  const hasArguments = Object.keys(told).length > 0
  // It is not known yet what is so with the changes of the form.
  const since = isEditing && !request.edited ? ` · ${strings.asAsked}` : ''
  return (
    <div className="ambit-tool-details">
      {hasPreview && (
        <Fact>
          <p className="ambit-label">{strings.preview + since}</p>
          <PreviewValue {...{ preview, changes, strings, parameters }} />
        </Fact>
      )}
      {previewError !== undefined && (
        <Fact>
          <p className="ambit-label">{strings.noPreview(shownName(previewError, 300))}</p>
          <UnseenNote chars={unseenChars(previewError)} strings={strings} />
        </Fact>
      )}
      {!isEditing && (hasArguments || !hasPreview) && (
        <>
          <p className="ambit-label">{isChanged ? strings.asAsked : strings.arguments}</p>
          {!hasArguments && <p>{strings.noArguments}</p>}
          <ArgumentList {...{ request, strings, args: told }} />
        </>
      )}
      {isChanged && (
        <>
          <p className="ambit-label">{strings.asParsed + since}</p>
          <ArgumentList {...{ request, strings, args }} />
        </>
      )}
      {ignored !== undefined && <IgnoredArgs ignored={ignored} strings={strings} />}
    </div>
  )
}

interface ArgumentListProps extends Omit<ApprovalFactsProps, 'isEditing'> {
  readonly args: JsonObject
}

function ArgumentList({ request, strings, args }: ArgumentListProps): ReactElement {
  const order = Object.keys(request.parameters.properties ?? {})
  const short: string[] = []
  const long: string[] = []
  for (const name of new Set([...order, ...Object.keys(args)])) {
    if (Object.hasOwn(args, name)) (isLongValue(args[name]) ? long : short).push(name)
  }
  return <Arguments {...{ request, strings, args }} names={[...short, ...long]} />
}

interface ArgumentsProps extends ArgumentListProps {
  readonly names: readonly string[]
}

function Arguments({ names, ...rest }: ArgumentsProps): ReactElement {
  const { shown, more } = usePages(names, rest.strings)
  return (
    <>
      <dl>
        {shown.map((name) => (
          <Argument key={name} name={name} {...rest} />
        ))}
      </dl>
      {more}
    </>
  )
}

/** Shows one argument. It is not rendered again for each row that is added below it. */
const Argument = memo(function Argument(
  props: ArgumentListProps & { readonly name: string },
): ReactElement {
  const { request, strings, args, name } = props
  const { parameters, label } = request
  const { agent } = useChat()
  const isRow = Boolean(label) && name === idArgument
  const value = isRow ? nameOfRow(agent, request) : args[name]
  const words = argWords(parameters, name)
  const title = isRow ? strings.instance : words.title
  const arg = isRow ? plainText : words
  return (
    <Fact data-long={isAbove(title, arg, strings, value)}>
      <dt>
        <FactName name={title} strings={strings} />
      </dt>
      <dd>
        <DataValue value={value} arg={arg} strings={strings} />
      </dd>
    </Fact>
  )
})

/** Leaves out the arguments that a preview shows under the same name, as they are. */
function withoutShown(
  args: JsonObject,
  changes: readonly Change[],
): Record<string, JsonValue | undefined> {
  const shown = new Map(changes.map(({ row, name, after }) => [row === undefined && name, after]))
  const isShown = ([name, value]: [string, JsonValue | undefined]): boolean =>
    shown.has(name) && isEqual(shown.get(name), value)
  return Object.fromEntries(Object.entries(args).filter((entry) => !isShown(entry)))
}

const hasSame = (object: JsonObject, name: string, value: JsonValue | undefined): boolean =>
  Object.hasOwn(object, name) && isEqual(object[name], value)

const isEqual = (one: JsonValue | undefined, other: JsonValue | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Returns the label of a call's row, with the id of the row if another may have that label. */
function nameOfRow(agent: Agent, { tool, args, label }: PendingApproval): string | undefined {
  const { [idArgument]: own } = args
  const rows = instancesOf(agent, tool)
  const isSame = (other: ToolInstance): boolean =>
    other.id !== rawText(own) && shownName(other.label ?? '') === shownName(label ?? '')
  // A tool tells only some of very many rows.
  return rows.length >= mostTold || rows.some(isSame) ? `${label} (${rawText(own)})` : label
}

/** The number of rows from which a tool may have more than it tells. */
const mostTold = 50

/** Returns the rows of a tool. A getter of the page that throws has none. */
function instancesOf({ scopes }: Agent, tool: string): readonly ToolInstance[] {
  try {
    return scopes.find(tool)?.tool.instances ?? []
  } catch {
    return []
  }
}

const MOST_CHARS = 200

interface IgnoredArgsProps {
  readonly ignored: JsonObject
  readonly strings: ApprovalStrings
}

/**
 * Shows what the model gave and the tool does not get, as one short quotation. The names in it are
 * the model's own words, so none of them stands as a name on the card.
 */
function IgnoredArgs({ ignored, strings }: IgnoredArgsProps): ReactElement {
  const text = JSON.stringify(ignored)
  const line = shownName(text, MOST_CHARS)
  return (
    <Fact className="ambit-ignored">
      <p className="ambit-label">{strings.ignored}</p>
      <q dir="auto">{line}</q>
      <UnseenNote chars={unseenChars(text)} strings={strings} />
    </Fact>
  )
}

interface PreviewValueProps {
  readonly preview: JsonValue
  /** The changes that the preview tells; undefined for any other preview. */
  readonly changes: readonly Change[] | undefined
  readonly strings: ApprovalStrings
  readonly parameters: Parameters
}

/**
 * Shows the preview of a call: what changes, as it is and as it would be, or any other data as what
 * it is. Several rows that change are one table.
 */
function PreviewValue(props: PreviewValueProps): ReactElement {
  const { preview, changes, strings, parameters } = props
  const arg: ArgWords = { title: '', isText: true, members: parameters, isOwn: true }
  if (changes === undefined) {
    // Each thing that the call is about has a line, however short its name is.
    return Array.isArray(preview) && preview.length > 0 ? (
      <ListValue value={preview} {...{ arg, strings }} />
    ) : (
      <DataValue value={preview} {...{ arg, strings }} />
    )
  }
  const table = changesTable(changes)
  const rest = table ? changes.filter(({ row }) => row === undefined) : changes
  return (
    <>
      <Changes changes={rest} {...{ arg, strings }} />
      {table && <RowTable {...table} {...{ arg, strings }} />}
    </>
  )
}

interface ChangesProps {
  readonly changes: readonly Change[]
  /** The words for the object that the changes are in. */
  readonly arg: ArgWords
  readonly strings: ApprovalStrings
}

/** Shows changes below one another, and the name of the row that they belong to above them. */
function Changes({ changes, arg, strings }: ChangesProps): ReactElement {
  const { shown, more } = usePages(changes, strings)
  return (
    <>
      {byRow(shown).map(([row, ofRow], at) => (
        <Fragment key={at}>
          {row !== undefined && (
            <p className="ambit-change-row">
              <FactName name={row} strings={strings} />
            </p>
          )}
          <dl>
            {ofRow.map((change, index) => (
              <ChangeRow key={index} {...{ change, arg, strings }} />
            ))}
          </dl>
        </Fragment>
      ))}
      {more}
    </>
  )
}

interface ChangeRowProps extends Pick<ChangesProps, 'arg' | 'strings'> {
  readonly change: Change
}

/** Shows one change. It is not rendered again for each row that is added below it. */
const ChangeRow = memo(function ChangeRow({ change, arg, strings }: ChangeRowProps): ReactElement {
  const { name = strings.order, before, after } = change
  const words =
    change.name === undefined ? { title: name, items: plainText } : memberWords(arg, name)
  return (
    <div data-long={name === '' || isLongLabel(words.title, before, after)}>
      {/* The heading above names a value that is no member. */}
      <dt className={name === '' ? 'ambit-only-spoken' : undefined}>
        <FactName name={name === '' ? strings.preview : words.title} strings={strings} />
      </dt>
      <dd className="ambit-change">
        <ChangeValue change={change} arg={words} strings={strings} />
      </dd>
    </div>
  )
})

/** Returns changes with the rows that they belong to, each with those that follow one another. */
function byRow(changes: readonly Change[]): readonly (readonly [string | undefined, Change[]])[] {
  const groups: [string | undefined, Change[]][] = []
  for (const change of changes) {
    const last = groups.at(-1)
    if (last && last[0] === change.row) last[1].push(change)
    else groups.push([change.row, [change]])
  }
  return groups
}
