/** The version of the AG-UI protocol. */
export const protocolVersion = '1.0'
