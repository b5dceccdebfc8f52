import type { ReactElement } from 'react'
import type { KeptRequest, RequestFacts, RequestLog } from '../../watch/request-log.ts'
import { toClock, toDuration, toMoney, toNumber, toPercent } from '../format.ts'
import { countOff } from './tool-states.ts'

/** Renders one request in the list of requests. */
export function RequestRow({
  requests,
  at,
  log,
}: {
  readonly requests: readonly KeptRequest[]
  readonly at: number
  readonly log: RequestLog
}): ReactElement | null {
  const request = requests[at]
  if (!request) return null
  const facts = log.factsOf(request)
  const off = countOff(request)
  const isFirst = requests[at - 1]?.runId !== request.runId
  return (
    <>
      <span className="muted">#{toOrdinal(at, log)}</span>
      <span className={isFirst ? 'run' : ''}>Request {request.iteration + 1}</span>
      <span className="muted">{toClock(request.at)}</span>
      {off > 0 && <span className="off">{off} off</span>}
      <span className="fill muted">{toSummary(facts)}</span>
    </>
  )
}

/** Returns the number of a request among all that were seen, 1 for the first. */
export const toOrdinal = (at: number, log: RequestLog): number => at + 1 + log.getState().dropped

/** Returns the model, the time, the tokens and the cost of a request in one line. */
export function toSummary({
  modelId,
  startedAt,
  endedAt,
  usage,
  costUsd,
  estimated,
}: RequestFacts): string {
  const words = [modelId ?? 'model unknown']
  if (startedAt !== undefined && endedAt !== undefined) words.push(toDuration(endedAt - startedAt))
  if (usage) {
    const { promptTokens, completionTokens, cachedTokens } = usage
    const cached =
      cachedTokens === undefined ? '' : ` (${toPercent(cachedTokens / promptTokens)} cached)`
    words.push(
      `${estimated ? 'about ' : ''}${toNumber(promptTokens)} in${cached}`,
      `${toNumber(completionTokens)} out`,
    )
  }
  if (costUsd !== undefined) words.push(toMoney(costUsd))
  return words.join(' · ')
}
