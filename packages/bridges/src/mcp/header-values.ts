/** The headers of a request, also where no library of the DOM names their type. */
export type HeaderValues = NonNullable<RequestInit['headers']>
