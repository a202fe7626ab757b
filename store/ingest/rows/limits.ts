// Limits of one span or log record, on both paths. A longer text is cut, more items are left out.

/** Characters of the value of an attribute. Component stacks and breadcrumbs of real pages are far below. */
export const MAX_VALUE_LENGTH = 64 * 1024

/** Characters of a name (span, attribute, service): the engine has dictionaries of them in memory. */
export const MAX_NAME_LENGTH = 1024

/** Attributes of one item. The default limit of OpenTelemetry's SDKs is 128. */
export const MAX_ATTRIBUTES = 256

/** Levels of lists and maps in a value. A collector passes on tens of thousands. */
export const MAX_DEPTH = 16

/** Events, and links, of one span. The default limit of OpenTelemetry's SDKs is 128. */
export const MAX_EVENTS = 256

/** A year, in nanoseconds; the engine's numbers end at five hundred years. */
export const MAX_DURATION_NS = 31_536_000_000_000_000n
