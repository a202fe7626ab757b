// The error of a source map that cannot be used.

/** `message`: one sentence for the person who uploads the map. */
export class InvalidMapError extends Error {
  override name = 'InvalidMapError'
}
