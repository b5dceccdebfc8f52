// @ambit/bridges/ag-ui

/**
 * An event of the AG-UI protocol, as it is sent: a JSON object with a type in capitals. The type
 * decides which other fields there are.
 */
interface AguiEvent {
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly timestamp?: number | undefined;
  readonly [field: string]: unknown;
}
export type { AguiEvent };

// @ambit/bridges/ai-sdk

import { UIMessage } from "ai";
/**
 * Tells a chat of the AI SDK to send again as soon as one approval is answered. For
 * `sendAutomaticallyWhen`: the calls of an agent are decided one after another, so the chat must
 * not wait until all are.
 */
declare function whenDecided({ messages }: {
  messages: readonly UIMessage[];
}): boolean;
export { whenDecided };

// @ambit/bridges/otel

/** The names of attributes, by the conventions of OpenTelemetry for generative AI. */
declare const genAi: {
  readonly operation: "gen_ai.operation.name";
  readonly agent: "gen_ai.agent.name";
  readonly conversation: "gen_ai.conversation.id";
  readonly requestModel: "gen_ai.request.model";
  readonly inputTokens: "gen_ai.usage.input_tokens";
  readonly outputTokens: "gen_ai.usage.output_tokens";
  readonly tool: "gen_ai.tool.name";
  readonly call: "gen_ai.tool.call.id";
};
export { genAi };
