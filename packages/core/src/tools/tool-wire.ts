import type { JSONValue, SharedV4ProviderOptions } from '@ai-sdk/provider'

/**
 * Arguments of a call as a model would write them. What has a default can be left out. What the
 * schema turns into something else than JSON can be anything.
 */
export type ToolExample<Args> = {
  readonly [Name in keyof Args]?: Args[Name] extends JSONValue | undefined ? Args[Name] : unknown
}

/** The options of a tool that only the model's provider reads. */
export interface ToolWireOptions<Args> {
  /**
   * Examples of arguments, as a model would write them. Providers without examples get none. In
   * development, the tool throws `AgentError` for one that `parameters` refuses. Default: none.
   */
  examples?: readonly ToolExample<NoInfer<Args>>[] | undefined
  /** True to ask providers that support it to constrain their output to the schema. */
  strict?: boolean | undefined
  /**
   * The options of the tool for a provider, by the provider's name, such as
   * `{ anthropic: { … } }`. A proxy lets through only those of its `allowProviderOptions`. Default:
   * none.
   */
  providerOptions?: SharedV4ProviderOptions | undefined
}
