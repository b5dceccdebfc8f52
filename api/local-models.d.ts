// @ambit/local-models/demo

import { LanguageModelV4 } from "@ai-sdk/provider";
/** How the demo model paces its answers, and which day it takes for today. */
interface DemoModelOptions {
  /** Milliseconds between two parts of a stream, 0 for none. Default 8. */
  chunkDelayMs?: number | undefined;
  /** What "today" and "tomorrow" are counted from, in the page's time zone. Default: the clock. */
  now?: (() => Date) | undefined;
}
/**
 * A rule-based stand-in for a language model: no network, no key, no weights. It ranks the offered tools for an English sentence by their
 * names, descriptions and JSON Schemas, fills their arguments from the sentence and from objects it sees in scope contexts and tool
 * results, works through "… and then …" one model call a step, opens the page that a step names where a tool leads there, asks when a
 * required value is missing, and sums up at the end. It knows no app, understands nothing, and says so: show {@link demoLabel} wherever a person talks to it.
 *
 * The same prompt and tools give the same answer (relative dates aside). `usage` is an estimate of four characters a token. Sampling settings
 * are ignored; `responseFormat: json` and provider tools are reported as unsupported warnings. Aborting rejects or errors the
 * stream with the signal's reason.
 */
declare function createDemoModel({ chunkDelayMs, now }?: DemoModelOptions): LanguageModelV4;
/** What a user interface must say about this model, in one short line. */
declare const demoLabel: string;
export { type DemoModelOptions, createDemoModel, demoLabel };
