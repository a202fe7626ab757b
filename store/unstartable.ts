/** Why the store cannot start, as one sentence that names the variable to change or the thing to do. Shown without a stack. */
export class Unstartable extends Error {}
