export { runCli } from './cli/run-cli.ts'
