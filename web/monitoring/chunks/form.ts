// Entry of the feedback chunk. Its name hides the chunk from content blockers, which match words such as
// "feedback" in file names.
export { createFeedback } from '../feedback/feedback.ts'
