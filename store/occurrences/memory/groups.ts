// Which issue, or other group, a row of the index is counted for.

/** `of`: the group of each fingerprint's number; `NO_GROUP`: not counted. */
export type Groups = { of: Int32Array; count: number }
export const NO_GROUP = -1
