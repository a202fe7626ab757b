// Which encoding the `Content-Type` of a request names.
export type Encoding = 'json' | 'protobuf'

/** Undefined for other media types, and for charsets other than UTF-8. Media types are case-insensitive. */
export function encodingOf(contentType: string): Encoding | undefined {
  const [type, ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
  if (type === 'application/x-protobuf') return 'protobuf'
  if (type !== 'application/json') return undefined
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  return charset === undefined || /^charset="?(?:utf-8|utf8|us-ascii)"?$/.test(charset) ? 'json' : undefined
}
