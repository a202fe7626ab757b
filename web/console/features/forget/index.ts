// Deleting an issue, an event, a user or a session; and the file with everything of a person.
import { optionalPart } from '../../ui/optional-part.tsx'

/** Asks before it deletes. Its code is requested when it is opened. */
export const DeleteDialog = optionalPart(async () => (await import('./delete-dialog.tsx')).DeleteDialog)

export type { DeleteTarget } from './delete-dialog.tsx'
