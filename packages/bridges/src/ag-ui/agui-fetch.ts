import { type Agent, checkOptions } from '@ambit/core'

/** The options of {@link createAguiFetch}. */
export interface AguiFetchOptions {
  /**
   * True if the page wrote the context, the state and the results of the front end's tools itself.
   * Default false: they count as third-party text, so that calls which send or destroy ask.
   */
  readonly trusted?: boolean | undefined
}

/**
 * Creates a `fetch` that an agent of this page answers as a remote AG-UI agent would. The request
 * is a `RunAgentInput`, and the answer is the stream of the run's events. So a front end of AG-UI,
 * such as CopilotKit, runs on the agent without a server.
 *
 * Each request is a run apart from the agent's session, from the messages of the input. Tools of
 * the front end are offered beside the agent's, whose names come first. A call of one ends the run;
 * the front end runs it and sends its result with the next request. Calls of the agent's own tools
 * keep all rules of the page: an approval waits in `agent.pending`. Aborting the request cancels
 * the run. A body that is not a `RunAgentInput`, or is nested deeper than 100
 * levels, is answered with the status 400. A tool that no
 * model could be given is left out, which `agent.scopes.leftOut` says during the run.
 *
 * @example
 * const remote = new HttpAgent({ url: 'https://page.invalid', fetch: createAguiFetch(agent) })
 */
export function createAguiFetch(
  agent: Agent,
  options: AguiFetchOptions = {},
): (url: unknown, init?: RequestInit) => Promise<Response> {
  checkOptions('`createAguiFetch`', options, { trusted: ':boolean' })
  return async (_url, init = {}) => {
    const { serveRun } = await import('./serve-run.ts')
    return serveRun(agent, options, init)
  }
}
