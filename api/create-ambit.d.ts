// create-ambit/cli

/** What the command uses of the world around it. */
interface World {
  /** The folder in which it runs. Default: that of the process. */
  folder?: string | undefined;
  /** Default: that of the process. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Gets each line for the user. Default: prints it. */
  print?: ((line: string) => void) | undefined;
  /** Asks the user. `null` is nobody. Default: a terminal, if the process has one. */
  prompts?: Prompts | null | undefined;
  /** The folder of the templates. Default: that of this package. */
  templates?: string | undefined;
}
/**
 * Runs the command `create-ambit`, which also has `init` and `add tool` of the command `ambit`.
 *
 * @returns The exit code: 1 if it refused, and then nothing was written.
 */
declare function runCli(args: readonly string[], world?: World): Promise<number>;
/** Questions to the user at the terminal. */
interface Prompts {
  /** Asks again for an answer of which `check` throws, with its message. */
  text(message: string, initial: string, check: (answer: string) => unknown): Promise<string>;
  select(message: string, names: readonly string[]): Promise<string>;
  confirm(message: string): Promise<boolean>;
}
export { runCli };
