import type { Agent, PendingApproval, JsonObject, JsonValue, ToolInstance } from '@ambit/core'
import { type ComponentType, memo, type ReactElement } from 'react'
import { useChat } from '../chat-context.ts'
import { idArgument } from '../tool-card/tool-title.ts'
import { rawText } from '../tool-card/value-text.ts'
import type { ApprovalStrings } from './approval-strings.ts'
import { Fact } from './fact.tsx'
import { DataValue, isAbove } from './data-value.tsx'
import { UnseenNote } from './fact-value.tsx'
import { IgnoredArgs } from './ignored-args.tsx'
import { FactName } from './fact-name.tsx'
import { isLongValue, shownName } from './shown-value.ts'
import { type Change, toChanges } from './to-changes.ts'
import { thingsArg } from './things-arg.ts'
import { usePages } from './use-pages.tsx'
import { argWords, askedArgs, plainText } from '../values/arg-words.ts'
import { PreviewValue } from './preview-value.tsx'
import { unseenChars } from './unseen-chars.ts'

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
