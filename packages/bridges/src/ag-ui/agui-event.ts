/**
 * An event of the AG-UI protocol, as it is sent: a JSON object with a type in capitals. The type
 * decides which other fields there are.
 */
export interface AguiEvent {
  readonly type: string
  /** Milliseconds since 1970. */
  readonly timestamp?: number | undefined
  readonly [field: string]: unknown
}
